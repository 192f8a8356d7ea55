import { fault, invalid, type Where } from './copied/faults.ts'
import type { Fault } from './core.ts'
import { COMPOSITES, checkedObject } from './composites.ts'
import type { Members, Schema } from './operation.ts'
import { SCALARS } from './scalars.ts'
import { type Run, Walk } from './walk.ts'

type Row = Record<string, unknown>

/** The value as the contract gives it. Throws a problem that lists every fault. */
export function validated(members: Members, value: unknown, where: Where): Row {
  const walk = new Walk(where, checked)
  const result = checkedObject({ type: 'object', members }, value, walk)
  if (walk.found.length > 0) throw invalid(where, faultsIn(walk))
  return result as Row
}

/** What is wrong with parameters, as far as they were sent. */
export function faultsOf(members: Members, value: Row): Fault[] {
  const walk = new Walk('parameters', checked)
  checkedObject({ type: 'object', members }, value, walk)
  return faultsIn(walk)
}

const faultsIn = ({ found, where }: Walk) => found.map(({ path, code, message }) => fault(where, path, code, message))

function checked(schema: Schema, given: unknown, walk: Walk): unknown {
  const value = given === undefined && 'prefault' in schema ? schema.prefault : given
  if (value === undefined && 'default' in schema) return schema.default
  if (value === undefined && schema.optional) return undefined
  if (value === null && schema.nullable) return null
  if (!('fallback' in schema)) return run(schema, value, walk)
  const trial = walk.trial()
  const result = run(schema, value, trial)
  return trial.found.length > 0 ? schema.fallback : result
}

const CHECKS: Record<Exclude<Schema['type'], 'self'>, Run> = { ...SCALARS, ...COMPOSITES }

/** Types that look at what is not there. */
const OPEN: ReadonlySet<Schema['type']> = new Set(['any', 'union', 'intersection', 'pipe'])

function run(schema: Schema, value: unknown, walk: Walk): unknown {
  if (schema.type === 'self') return run(...walk.out(schema.up!, value))
  if (value === undefined && !schema.coerced && !OPEN.has(schema.type)) return walk.add('required', 'is required')
  return CHECKS[schema.type](schema, value, walk)
}
