import type { Schema } from '@roster/sdk/testing'
import { allChecksOf, type Def } from './zod.ts'
import { type Place, refuse } from './refusal.ts'

/** Ranges of number formats that are narrower than the range of numbers. */
const RANGES: Record<string, [min: number, max: number]> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  float32: [-3.4028234663852886e38, 3.4028234663852886e38],
}

/** Returns the mock's schema for a number. */
export function numberSchema(def: Def, place: Place): Schema {
  const checks = allChecksOf(def)
  const isInteger = checks.some(({ check, format }) => check === 'number_format' && format!.includes('int'))
  const schema: Schema = { type: isInteger ? 'integer' : 'number' }
  for (const { check, format, value = 0, inclusive } of checks) {
    const [min, max] = (check === 'number_format' && RANGES[format!]) || []
    if (check === 'greater_than' && inclusive) atLeast(schema, 'min', value)
    if (check === 'greater_than' && !inclusive) atLeast(schema, 'above', value)
    if (check === 'less_than' && inclusive) atMost(schema, 'max', value)
    if (check === 'less_than' && !inclusive) atMost(schema, 'below', value)
    if (check === 'multiple_of') schema.multiples = [...(schema.multiples ?? []), divisor(value, place)]
    if (min !== undefined) atLeast(schema, 'min', min)
    if (max !== undefined) atMost(schema, 'max', max)
  }
  return def['coerce'] ? { ...schema, coerced: true } : schema
}

function atLeast(schema: Schema, name: 'min' | 'above', value: number): void {
  if (value > -Infinity) schema[name] = Math.max(schema[name] ?? -Infinity, value)
}

function atMost(schema: Schema, name: 'max' | 'below', value: number): void {
  if (value < Infinity) schema[name] = Math.min(schema[name] ?? Infinity, value)
}

function divisor(value: number, place: Place): number {
  if (Number.isFinite(value) && value !== 0) return value
  return refuse(place, `must be a multiple of ${value}`, 'Use another divisor.')
}
