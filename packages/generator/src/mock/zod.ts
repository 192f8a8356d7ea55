import type { Schema } from '@roster/sdk/testing'
import type { z } from 'zod'

/** Definition of a zod schema. */
export type Def = { type: string } & Record<string, unknown>

export type Zod = z.core.$ZodType & { meta: () => Meta | undefined; safeParse: z.ZodType['safeParse'] }

/** JSON Schema keywords that the contract gives a schema. */
export interface Meta {
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  uniqueItems?: boolean
}

/** One check of a schema. */
export interface Check {
  check?: string
  format?: string
  pattern?: RegExp
  value?: number
  inclusive?: boolean
  minimum?: number
  maximum?: number
  length?: number
  tx?: (value: string) => string
  fn?: unknown
  hostname?: RegExp
  protocol?: RegExp
  normalize?: boolean
  prefix?: string
  suffix?: string
  includes?: string
  error?: z.core.$ZodErrorMap
}

export const checksOf = (def: Def): Check[] =>
  ((def['checks'] ?? []) as { _zod: { def: Check } }[]).map((check) => check._zod.def)

/** Returns the checks of a schema, and first the check that a schema of a format is itself. */
export const allChecksOf = (def: Def): Check[] => [...('check' in def ? [def as Check] : []), ...checksOf(def)]

/** Whether a check is code that can refuse a value. */
export const isCustom = ({ check }: Check) => check === 'custom' || check === undefined

/** Returns the minimum and the maximum of a length or a count. */
export function boundsOf(def: Def): Pick<Schema, 'min' | 'max'> {
  const bounds: Pick<Schema, 'min' | 'max'> = {}
  for (const { check, minimum, maximum, length } of checksOf(def)) {
    if (check === 'min_length') bounds.min = Math.max(bounds.min ?? 0, minimum!)
    if (check === 'max_length') bounds.max = Math.min(bounds.max ?? Infinity, maximum!)
    if (check !== 'length_equals') continue
    bounds.min = Math.max(bounds.min ?? 0, length!)
    bounds.max = Math.min(bounds.max ?? Infinity, length!)
  }
  return bounds
}
