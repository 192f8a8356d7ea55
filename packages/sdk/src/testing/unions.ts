import { told } from '#core/contract/fault'
import type { Literal, Schema } from './operation.ts'
import type { Walk } from './walk.ts'

/** Checks a value against the alternatives of a union. */
export function checkedUnion(schema: Schema, value: unknown, walk: Walk): unknown {
  if (schema.discriminator !== undefined) return byTag(schema, value, walk)
  const tried = schema.parts!.map((part) => {
    const trial = walk.trial()
    return { result: trial.into(schema, part, value), found: trial.found }
  })
  const fitting = tried.filter(({ found }) => found.length === 0)
  if (fitting.length === 1 || (fitting.length > 1 && !schema.exclusive)) return fitting[0]!.result
  const nearly = tried.filter(({ found }) => found.length > 0 && found.every(({ code }) => !ENDS.has(code)))
  const [only] = nearly
  if (only && nearly.length === 1 && !schema.exclusive) walk.found.push(...only.found)
  else if (tried.length === 1) walk.found.push(...tried[0]!.found)
  else if (value === undefined) walk.add('required', 'is required')
  else walk.add('invalid', fitting.length > 1 ? told.severalForms : told.noForm)
  return value
}

/** Codes of faults which show that another alternative was meant. */
const ENDS: ReadonlySet<string> = new Set(['invalid-type', 'invalid-value', 'required', 'invalid'])

function byTag(schema: Schema, value: unknown, walk: Walk): unknown {
  const { parts = [], tags = [], discriminator = '' } = schema
  if (value === undefined) return walk.add('required', 'is required')
  if (typeof value !== 'object' || value === null) return walk.add('invalid-type', 'must be an object')
  const tag = (value as Record<string, Literal>)[discriminator]
  const at = tags.findIndex((ofPart) => ofPart.includes(tag!))
  if (at >= 0) return walk.into(schema, parts[at]!, value)
  return walk.add('invalid-value', `must be one of ${tags.flat().join(', ')}`, discriminator)
}
