import { fault, invalid, nounOf, type Where } from './copied/faults.ts'
import { type Fault } from './core.ts'
import type { Members, Schema } from './operation.ts'
import { counted, lengthFaults, RULES } from './rules.ts'

type Path = readonly (string | number)[]
type Row = Record<string, unknown>

/** The value as the contract gives it. Throws a problem that lists every fault. */
export function validated(members: Members, value: unknown, where: Where): Row {
  const faults = new Faults(where)
  const result = checkedObject(members, value, [], faults)
  if (faults.found.length > 0) throw invalid(where, faults.found)
  return result as Row
}

/** What is wrong with parameters, as far as they were sent. */
export function faultsOf(members: Members, value: Row): Fault[] {
  const faults = new Faults('parameters')
  checkedObject(members, value, [], faults)
  return faults.found
}

class Faults {
  readonly where: Where
  readonly found: Fault[] = []

  constructor(where: Where) {
    this.where = where
  }

  add(path: Path, code: string, message: string): undefined {
    this.found.push(fault(this.where, path, code, message))
  }
}

function checked(schema: Schema, value: unknown, path: Path, faults: Faults): unknown {
  if (value === undefined && 'default' in schema) return schema.default
  if (value === undefined && schema.optional) return undefined
  if (value === null && schema.nullable) return null
  if (value === undefined) return faults.add(path, 'required', 'is required')
  return CHECKS[schema.type](schema, value, path, faults)
}

/** Faults after which a rule about the whole is not looked at. */
const ENDS = /^(?:invalid-type|invalid-value|required|unknown-.*)$/

type Check = (schema: Schema, value: unknown, path: Path, faults: Faults) => unknown

const CHECKS: Record<Schema['type'], Check> = {
  string(schema, value, path, faults) {
    if (typeof value !== 'string') return faults.add(path, 'invalid-type', 'must be a string')
    const { text, faults: found } = textFaults(schema, value)
    for (const each of found) faults.add(path, ...each)
    return text
  },
  integer(schema, value, path, faults) {
    if (typeof value !== 'number') return faults.add(path, 'invalid-type', 'must be a number')
    if (!Number.isInteger(value)) return faults.add(path, 'invalid-type', 'must be an integer')
    const { min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = schema
    if (value < min) faults.add(path, 'too-small', `must be at least ${min}`)
    if (value > max) faults.add(path, 'too-large', `must be at most ${max}`)
    return value
  },
  boolean(_schema, value, path, faults) {
    if (typeof value !== 'boolean') faults.add(path, 'invalid-type', 'must be a boolean')
    return value
  },
  enum({ values = [] }, value, path, faults) {
    if (values.includes(value as string)) return value
    const options = values.length === 1 ? values[0] : `one of ${values.join(', ')}`
    return faults.add(path, 'invalid-value', `must be ${options}`)
  },
  array(schema, value, path, faults) {
    if (!Array.isArray(value)) return faults.add(path, 'invalid-type', 'must be an array')
    const { min = 0, max = Infinity } = schema
    if (value.length > max) return faults.add(path, 'too-large', `must have at most ${counted(max, 'item')}`)
    const before = faults.found.length
    const items = value.map((item, index) => checked(schema.items!, item ?? null, [...path, index], faults))
    const areComparable = faults.found.slice(before).every(({ code }) => !ENDS.test(code))
    if (items.length < min) faults.add(path, 'too-small', `must have at least ${counted(min, 'item')}`)
    if (schema.distinct && areComparable && new Set(items).size < items.length)
      faults.add(path, 'repeated', 'must not hold an entry twice')
    return items
  },
  object: ({ members = {} }, value, path, faults) => checkedObject(members, value, path, faults),
}

function textFaults(schema: Schema, value: string): { text: string; faults: [code: string, message: string][] } {
  const { rule, pattern } = schema
  if (rule === undefined) {
    const faults = lengthFaults(value.length, schema)
    const fits = pattern === undefined || new RegExp(pattern).test(value)
    return { text: value, faults: fits ? faults : [...faults, ['invalid-format', 'does not have the expected format']] }
  }
  const found = RULES[rule](value, schema)
  const hasOwnLength = rule === 'line' || rule === 'words' || rule === 'password' || rule === 'instant'
  return hasOwnLength ? found : { ...found, faults: [...lengthFaults(value.length, schema), ...found.faults] }
}

function checkedObject(members: Members, value: unknown, path: Path, faults: Faults): unknown {
  if (value === undefined) return faults.add(path, 'required', 'is required')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return faults.add(path, 'invalid-type', 'must be an object')
  const given = value as Row
  const result: Row = {}
  for (const [name, schema] of Object.entries(members)) {
    const member = checked(schema, Object.hasOwn(given, name) ? given[name] : undefined, [...path, name], faults)
    if (member !== undefined || Object.hasOwn(given, name)) result[name] = member
  }
  const noun = nounOf(faults.where)
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(members, name))
      faults.add([...path, name], `unknown-${noun}`, `is not a ${noun} of this operation`)
  }
  return result
}
