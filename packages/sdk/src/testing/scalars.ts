import { patternTold, told } from '#core/contract/fault'
import type { Schema } from './operation.ts'
import { lengthFaults, RULES } from './rules.ts'
import type { Run, Walk } from './walk.ts'

/** Checks of values without parts. */
export const SCALARS: Record<'string' | 'integer' | 'number' | 'boolean' | 'enum' | 'any' | 'never', Run> = {
  string(schema, given, walk) {
    const value = schema.coerced ? String(given) : given
    if (typeof value !== 'string') return walk.add('invalid-type', 'must be a string')
    if (schema.words) return meantBy(value, schema, walk)
    const { text, faults } = textFaults(schema, value)
    for (const each of faults) walk.add(...each)
    return text
  },
  integer(schema, given, walk) {
    const value = schema.coerced ? Number(given) : given
    if (!isNumber(value)) return walk.add('invalid-type', 'must be a number')
    if (!Number.isInteger(value)) return walk.add('invalid-type', 'must be an integer')
    if (value > Number.MAX_SAFE_INTEGER) walk.add('too-large', `must be at most ${Number.MAX_SAFE_INTEGER}`)
    if (value < Number.MIN_SAFE_INTEGER) walk.add('too-small', `must be at least ${Number.MIN_SAFE_INTEGER}`)
    return bounded(schema, value, walk)
  },
  number(schema, given, walk) {
    const value = schema.coerced ? Number(given) : given
    return isNumber(value) ? bounded(schema, value, walk) : walk.add('invalid-type', 'must be a number')
  },
  boolean(schema, given, walk) {
    const value = schema.coerced ? Boolean(given) : given
    if (typeof value !== 'boolean') walk.add('invalid-type', 'must be a boolean')
    return value
  },
  enum({ values = [] }, value, walk) {
    if (values.includes(value as string)) return value
    const options = values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`
    return walk.add('invalid-value', `must be ${options}`)
  },
  any: (_schema, value) => value,
  never: (_schema, _value, walk) => walk.add('invalid-type', 'must be a never'),
}

/** Returns the boolean that a word stands for. */
function meantBy(text: string, { words = {}, cased }: Schema, walk: Walk): boolean | undefined {
  const word = cased ? text : text.toLowerCase()
  return Object.hasOwn(words, word)
    ? words[word]
    : walk.add('invalid-value', `must be one of ${Object.keys(words).join(', ')}`)
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function bounded({ min, max, above, below, multiples = [] }: Schema, value: number, walk: Walk): number {
  if (min !== undefined && value < min) walk.add('too-small', `must be at least ${min}`)
  if (above !== undefined && value <= above) walk.add('too-small', `must be more than ${above}`)
  if (max !== undefined && value > max) walk.add('too-large', `must be at most ${max}`)
  if (below !== undefined && value >= below) walk.add('too-large', `must be less than ${below}`)
  for (const step of multiples) if (!isMultiple(value, step)) walk.add('invalid', told.multipleOf(step))
  return value
}

/** Whether a number is a multiple of another, within the precision of floating-point numbers. */
function isMultiple(value: number, step: number): boolean {
  const ratio = value / step
  return Math.abs(ratio - Math.round(ratio)) < 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1)
}

type Found = { text: string; faults: [code: string, message: string][] }

function textFaults(schema: Schema, value: string): Found {
  const { rule } = schema
  if (rule === undefined) return formFaults(schema, value)
  const found = RULES[rule](value, schema)
  const hasOwnLength = rule === 'line' || rule === 'words' || rule === 'password' || rule === 'instant'
  return hasOwnLength ? found : { ...found, faults: [...lengthFaults(value, schema), ...found.faults] }
}

function formFaults(schema: Schema, text: string): Found {
  const { pattern, flags = '', patternFirst, fault } = schema
  const ofLength = lengthFaults(text, schema)
  const fits = pattern === undefined || new RegExp(pattern, flags).test(text)
  const ofForm: Found['faults'] = fits
    ? []
    : [[...(fault ?? (['invalid-format', patternTold(`/${pattern}/${flags}`)] as const))]]
  return { text, faults: patternFirst ? [...ofForm, ...ofLength] : [...ofLength, ...ofForm] }
}
