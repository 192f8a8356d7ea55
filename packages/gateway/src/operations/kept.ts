import { isDeepStrictEqual } from 'node:util'
import { isObject, numberOf } from '@roster/core/server'
import type { z } from 'zod'
import { absenceOf } from './absence.ts'
import { type Change, changesOf, type Check, checksOf, isOpaque } from './changes.ts'
import type { Shape } from './shape.ts'

/**
 * Whether compiled code writes all of a value: what the schema's parser returns, or, when the parser refuses only the value's form, the value in the
 * schema's form, such as the text of a date.
 */
export type IsKept = (value: unknown) => boolean

/** Definition of a schema that is made of other schemas. */
interface Definition {
  type: string
  /** Whether the parser converts values of other types. */
  coerce?: boolean
  shape: Record<string, z.ZodType>
  catchall?: z.core.$ZodType
  element: z.core.$ZodType
  innerType: z.core.$ZodType
  options: z.core.$ZodType[]
  keyType: z.core.$ZodType
  valueType: z.core.$ZodType
}

/** Place of a schema's values in the output. */
interface Place {
  /** The shape that is written at this place, which alternatives share; undefined where all of a value is written. */
  readonly shape?: Shape | undefined
  /** Whether values must have the form of the schema. */
  readonly isExact?: boolean | undefined
}

/** Returns the `IsKept` of a schema, or undefined when the schema's parser changes values and so has to be called. */
export function keeperOf(schema: z.core.$ZodType, given: Place = {}): IsKept | undefined {
  const definition = definitionOf(schema) as Definition
  if (isOpaque(schema)) return undefined
  const place = { ...given, isExact: given.isExact === true || definition.coerce === true }
  const isKept =
    (place.isExact && EXACT[definition.type]?.(definition, schema, place)) ||
    MAKE[definition.type]?.(definition, schema, place)
  const changes = changesOf(schema)
  if (!isKept || changes.length === 0) return isKept
  return (value) => isKept(value) && leave(changes, value)
}

/** Whether changes leave a value the same. A change may throw for a value that an earlier check refuses; the result is false then. */
function leave(changes: readonly Change[], value: unknown): boolean {
  let changed = value
  try {
    for (const change of changes) changed = change(changed)
  } catch {
    return false
  }
  return changed === value || isDeepStrictEqual(changed, value)
}

type Make = (definition: Definition, schema: z.core.$ZodType, place: Place) => IsKept | undefined

const ofInner: Make = ({ innerType }, _, place) => keeperOf(innerType, place)

const isNull: IsKept = (value) => value === null

const isText: IsKept = (value) => typeof value === 'string'

/** Whether a check has no format but `datetime`, so that the text of a date may pass. */
const isTimestamp = ({ format }: Check) => format === undefined || format === 'datetime'

const isDate: IsKept = (value) => value instanceof Date && !Number.isNaN(value.getTime())

const isNumber: IsKept = (value) => (typeof value === 'number' ? Number.isFinite(value) : numberOf(value) !== undefined)

const isInteger: IsKept = (value) => isNumber(value) && Number.isSafeInteger(Number(value))

/** Whether `JSON.stringify` writes a value whatever it contains: no function or symbol, and no object but a date with `toJSON`, which may return nothing. */
const isAnything: IsKept = (value) =>
  typeof value === 'object'
    ? value === null || !saysItself(value) || value instanceof Date
    : typeof value !== 'function' && typeof value !== 'symbol'

/** Whether an object has `toJSON`, so that something else than its members is written. */
const saysItself = (value: object) => typeof (value as { toJSON?: unknown }).toJSON === 'function'

const isListed: Make = (_, { _zod }) => {
  const values: ReadonlySet<unknown> = _zod.values ?? new Set()
  return (value) => values.has(value)
}

const MAKE: Partial<Record<string, Make>> = {
  any: () => isAnything,
  unknown: () => isAnything,
  null: () => isNull,
  boolean: () => (value) => typeof value === 'boolean',
  date: () => (value) => isText(value) || isDate(value),
  enum: (_, { _zod }) => amongTexts(_zod.values ?? new Set()),
  literal: isListed,
  string: (_, schema) => (checksOf(schema).every(isTimestamp) ? (value) => isText(value) || isDate(value) : isText),
  number: (_, schema) => (isInt(schema) ? isInteger : isNumber),
  array: ({ element }, _, { shape, isExact }) => listOf(keeperOf(element, { shape: shape?.items, isExact })),
  object: objectWith,
  record: ({ keyType, valueType }) =>
    isAnyText(keyType) ? membersThat(keeperOf(valueType, { isExact: true })) : undefined,
  union: alternatives,
  nullable: ({ innerType }, _, place) => oneOf([isNull, keeperOf(innerType, place)]),
  optional: ofInner,
  default: ofInner,
  nonoptional: ofInner,
  readonly: ofInner,
}

/** Keepers for places where only the schema's own form of a value will do: where other values are accepted as well, or all is written as it is. */
const EXACT: Partial<Record<string, Make>> = {
  date: () => isDate,
  enum: isListed,
  string: () => isText,
  number: (_, schema) => (isInt(schema) ? Number.isSafeInteger : Number.isFinite),
}

/** Returns a check for listed values, and for texts, which may have been listed once, when texts are listed. */
function amongTexts(values: ReadonlySet<unknown>): IsKept {
  const takesText = [...values].some((value) => typeof value === 'string')
  return (value) => values.has(value) || (takesText && typeof value === 'string')
}

/** Whether the parser of a schema changes values, or parts of them. */
function isChanging(schema: z.core.$ZodType): boolean {
  const { coerce, shape = {}, catchall, element, innerType, options = [], keyType, valueType } = definitionOf(schema)
  const parts = [...Object.values(shape), ...options, catchall, element, innerType, keyType, valueType]
  return coerce === true || changesOf(schema).length > 0 || parts.some((part) => part && isChanging(part))
}

const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Partial<Definition>

const isStructure = (schema: z.core.$ZodType) => ['array', 'object', 'record'].includes(schema._zod.def.type)

const isInt = (schema: z.core.$ZodType) => checksOf(schema).some(({ format = '' }) => format.includes('int'))

const isAnyText = (schema: z.core.$ZodType) => schema._zod.def.type === 'string' && changesOf(schema).length === 0

function listOf(isKept: IsKept | undefined): IsKept | undefined {
  if (!isKept) return undefined
  return (value) => {
    if (!Array.isArray(value) || saysItself(value)) return false
    // The list may have holes, which methods skip.
    for (const entry of value) if (entry === undefined || !isKept(entry)) return false
    return true
  }
}

/**
 * Returns the keeper of a union. Objects are told apart by their members. Undefined for any other alternative that changes values: another
 * alternative could keep the unchanged value.
 */
function alternatives({ options }: Definition, _: unknown, { shape, isExact }: Place): IsKept | undefined {
  const namesOf = (schema: z.core.$ZodType) =>
    Object.keys(definitionOf(schema).shape ?? {})
      .toSorted()
      .join()
  const isAlone = (option: z.core.$ZodType) =>
    namesOf(option) !== '' && options.filter((other) => namesOf(other) === namesOf(option)).length === 1
  if (options.some((option) => isChanging(option) && !isAlone(option))) return undefined
  return oneOf(options.map((option) => keeperOf(option, { shape, isExact: isExact || !isStructure(option) })))
}

function oneOf(keepers: readonly (IsKept | undefined)[]): IsKept | undefined {
  const all = keepers.filter((one) => one !== undefined)
  if (all.length < keepers.length) return undefined
  return (value) => all.some((isKept) => isKept(value))
}

function objectWith({ shape, catchall }: Definition, _: unknown, place: Place): IsKept | undefined {
  const takesMore = catchall !== undefined && catchall._zod.def.type !== 'never'
  const names = Object.keys(shape)
  const members = names.map((name) => memberOf(shape[name]!, name, { ...place, isExact: place.isExact || takesMore }))
  if (members.includes(undefined) || names.includes('__proto__')) return undefined
  const foreign = Object.keys(place.shape?.properties ?? {}).filter((name) => !Object.hasOwn(shape, name))
  const areKept = compiledMembers(members as Member[], foreign)
  const isKept: IsKept = (value) => isObject(value) && areKept(value)
  if (!takesMore) return isKept
  const othersAre = membersThat(keeperOf(catchall, { isExact: true }), new Set(names))
  return othersAre && ((value) => isKept(value) && othersAre(value))
}

interface Member {
  name: string
  mayLack: boolean
  isKept: IsKept
}

function memberOf(schema: z.core.$ZodType, name: string, { shape, isExact }: Place): Member | undefined {
  const isKept = keeperOf(schema, { shape: shape?.properties?.[name], isExact })
  return isKept && { name, mayLack: absenceOf(schema) === 'kept', isKept }
}

/**
 * Returns compiled code that reads each member by its own name, as the compiled writer does: a loop over names costs as much as all of the writing.
 * `foreign` members, which only another alternative declares, must be absent, or they would be written too.
 */
function compiledMembers(members: readonly Member[], foreign: readonly string[]): IsKept {
  const read = (name: string) => `value[${JSON.stringify(name)}]`
  const lines = [
    "typeof value.toJSON !== 'function'",
    ...foreign.map((name) => `${read(name)} === undefined`),
    ...members.map(
      ({ name, mayLack }, index) => `(${read(name)} === undefined ? ${mayLack} : member${index}(${read(name)}))`,
    ),
  ]
  // The names of members are quoted, and nothing of a request is in it.
  // oxlint-disable-next-line typescript/no-implied-eval
  const make = new Function(...members.map((_, index) => `member${index}`), `return (value) => ${lines.join(' && ')}`)
  return make(...members.map(({ isKept }) => isKept)) as IsKept
}

/** Returns a check for objects whose members, except `others`, are all kept. Parsers drop a member named `__proto__`. */
function membersThat(isKept: IsKept | undefined, others: ReadonlySet<string> = new Set()): IsKept | undefined {
  if (!isKept) return undefined
  return (value) =>
    isObject(value) &&
    !saysItself(value) &&
    Object.keys(value).every((name) => others.has(name) || (name !== '__proto__' && isKept(value[name])))
}
