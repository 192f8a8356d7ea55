import { fault, type Where } from '#core/validation/fault'
import { invalid } from './refuse.ts'
import type { Fault } from '#core/contract/fault'
import { checkedObject, OBJECTS } from './objects.ts'
import type { Members, Schema } from './operation.ts'
import { SCALARS } from './scalars.ts'
import { type Run, Walk } from './walk.ts'

type Row = Record<string, unknown>
/** Checks of values, by the types of their schemas. */
export type Checks = Partial<Record<Schema['type'], Run>>

/** Returns the value as the contract converts it. Throws a `Problem` that lists every fault. `more` are checks for types that Roster's tables do not have. */
export function validated(members: Members, value: unknown, where: Where, more: Checks = {}): Row {
  const walk = new Walk(where, runner(more))
  const result = checkedObject({ type: 'object', members }, value, walk)
  if (walk.found.length > 0) throw invalid(where, faultsIn(walk))
  return result as Row
}

/** Returns the faults of a value. */
export function faultsOf(members: Members, value: unknown, where: Where, more: Checks = {}): Fault[] {
  const walk = new Walk(where, runner(more))
  checkedObject({ type: 'object', members }, value, walk)
  return faultsIn(walk)
}

/** Returns the default values of absent members. */
export const defaultsOf = (members: Members, more: Checks = {}): Row =>
  checkedObject({ type: 'object', members }, {}, new Walk('parameters', runner(more))) as Row

const faultsIn = ({ found, where }: Walk) => found.map(({ path, code, message }) => fault(where, path, code, message))

/** Types whose checks also run on absent values. */
const OPEN: ReadonlySet<Schema['type']> = new Set(['any', 'union', 'intersection', 'pipe'])

/** Returns the function that checks a value by the type of its schema. */
function runner(more: Checks): Run {
  const checks: Checks = { ...SCALARS, ...OBJECTS, ...more }
  return checked

  function checked(schema: Schema, given: unknown, walk: Walk): unknown {
    const value = given === undefined && 'prefault' in schema ? structuredClone(schema.prefault) : given
    if (value === undefined && 'default' in schema) return structuredClone(schema.default)
    if (value === undefined && schema.optional)
      return schema.absent === 'tried' ? runOr(undefined, schema, value, walk) : undefined
    if (value === null && schema.nullable) return null
    return 'fallback' in schema || schema.dropped
      ? runOr(schema.fallback, schema, value, walk)
      : run(schema, value, walk)
  }

  function runOr(fallback: unknown, schema: Schema, value: unknown, walk: Walk): unknown {
    const trial = walk.trial()
    const result = run(schema, value, trial)
    return trial.found.length > 0 ? structuredClone(fallback) : result
  }

  function run(schema: Schema, value: unknown, walk: Walk): unknown {
    if (schema.type === 'self') return run(...walk.out(schema.up!, value))
    if (value === undefined && !schema.coerced && !OPEN.has(schema.type)) return walk.add('required', 'is required')
    const check = checks[schema.type]
    if (!check) throw new Error(`No check was passed for the type ${schema.type}. Pass COMPOSITES.`)
    return check(schema, value, walk)
  }
}
