import { told } from '#core/contract/fault'
import { nounOf } from '#core/validation/fault'
import type { Schema } from './operation.ts'
import type { Walk } from './walk.ts'

type Row = Record<string, unknown>

/** Checks an object whose names follow a schema. */
export function checkedRecord(schema: Schema, value: unknown, walk: Walk): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return walk.add('invalid-type', 'must be an object')
  const given = value as Row
  const result: Row = {}
  const names = schema.values?.map(String)
  for (const name of names ?? []) result[name] = walk.into(schema, schema.items!, given[name], name)
  for (const name of Object.keys(given)) {
    if (name === '__proto__' || names?.includes(name)) continue
    const key = names ? undefined : keyOf(schema, name, walk)
    if (key !== undefined) result[key] = walk.into(schema, schema.items!, given[name], name)
    else if (schema.loose) result[name] = given[name]
    else refuse(schema, name, walk)
  }
  return result
}

/** Returns a name as its schema converts it; undefined if the name is invalid. A name of digits may also be valid as a number. */
function keyOf(schema: Schema, name: string, walk: Walk): string | undefined {
  const isNumeric = /^-?\d+(?:\.\d+)?$/.test(name)
  for (const key of isNumeric ? [name, Number(name)] : [name]) {
    const trial = walk.trial()
    const result = trial.into(schema, schema.keys!, key)
    if (trial.found.length === 0) return String(result)
  }
  return undefined
}

function refuse({ values, keys }: Schema, name: string, walk: Walk): undefined {
  const noun = nounOf(walk.where)
  const isListed = values !== undefined || keys?.type === 'enum'
  if (isListed) return walk.add(`unknown-${noun}`, `is not a ${noun} of this operation`, name)
  return walk.add('invalid', told.name, name)
}
