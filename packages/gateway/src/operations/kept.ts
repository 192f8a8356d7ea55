import { isDeepStrictEqual } from 'node:util'
import { isObject } from '@roster/core/server'
import type { z } from 'zod'

/**
 * Whether compiled code writes all that a value says: what the parser of its schema returns, or, where that refuses it for its form alone, the same
 * in the form of the schema, such as the text of a date.
 */
export type IsKept = (value: unknown) => boolean

/** What the definitions of schemas that are made of others hold. */
interface Definition {
  type: string
  /** Whether the parser makes values of other types. */
  coerce?: boolean
  shape: Record<string, z.ZodType>
  catchall?: z.core.$ZodType
  element: z.core.$ZodType
  innerType: z.core.$ZodType
  options: z.core.$ZodType[]
  keyType: z.core.$ZodType
  valueType: z.core.$ZodType
}

/** Returns that of a schema; undefined where its parser makes something else of values, so that it has to be called. */
export function keeperOf(schema: z.core.$ZodType, asGiven = false): IsKept | undefined {
  const definition = definitionOf(schema) as Definition
  const isExact = asGiven || definition.coerce === true
  const isKept =
    (isExact && EXACT[definition.type]?.(definition, schema, true)) ||
    MAKE[definition.type]?.(definition, schema, isExact)
  const changes = changesOf(schema)
  if (!isKept || changes.length === 0) return isKept
  return (value) => isKept(value) && changes.every((change) => leaves(value, change))
}

/** A change may throw for what a check before it refuses. */
function leaves(value: unknown, change: (value: unknown) => unknown): boolean {
  try {
    const changed = change(value)
    return changed === value || isDeepStrictEqual(changed, value)
  } catch {
    return false
  }
}

type Make = (definition: Definition, schema: z.core.$ZodType, isExact: boolean) => IsKept | undefined

const ofInner: Make = ({ innerType }, _, isExact) => keeperOf(innerType, isExact)

const isNull: IsKept = (value) => value === null

const isText: IsKept = (value) => typeof value === 'string'

/** Whether the text of a date is nothing else. */
const isTimestamp = ({ format }: Check) => format === undefined || format === 'datetime'

const isDate: IsKept = (value) => value instanceof Date && !Number.isNaN(value.getTime())

/** Drivers of databases give large numbers as texts or as bigints. */
const isNumber: IsKept = (value) =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value === 'bigint' || (typeof value === 'string' && String(Number(value)) === value && value !== 'NaN')

const isInteger: IsKept = (value) => isNumber(value) && Number.isSafeInteger(Number(value))

const MAKE: Partial<Record<string, Make>> = {
  any: () => () => true,
  unknown: () => () => true,
  null: () => isNull,
  boolean: () => (value) => typeof value === 'boolean',
  date: () => (value) => isText(value) || isDate(value),
  enum: (_, { _zod }) => amongTexts(_zod.values ?? new Set()),
  literal: (_, { _zod }) => amongTexts(_zod.values ?? new Set()),
  string: (_, schema) => (checksOf(schema).every(isTimestamp) ? (value) => isText(value) || isDate(value) : isText),
  number: (_, schema) => (isInt(schema) ? isInteger : isNumber),
  array: ({ element }, _, isExact) => listOf(keeperOf(element, isExact)),
  object: objectWith,
  record: ({ keyType, valueType }) => (isAnyText(keyType) ? membersThat(keeperOf(valueType, true)) : undefined),
  union: alternatives,
  nullable: ({ innerType }, _, isExact) => oneOf([isNull, keeperOf(innerType, isExact)]),
  optional: ofInner,
  default: ofInner,
  nonoptional: ofInner,
  readonly: ofInner,
}

/** Schemas whose values have no other form where something else than them is taken as well, or where all is written as it is. */
const EXACT: Partial<Record<string, Make>> = {
  date: () => isDate,
  enum:
    (_, { _zod }) =>
    (value) =>
      _zod.values!.has(value as string),
  literal:
    (_, { _zod }) =>
    (value) =>
      _zod.values!.has(value as string),
  string: () => isText,
  number: (_, schema) => (isInt(schema) ? Number.isSafeInteger : Number.isFinite),
}

/** Values that are listed, and texts that were listed once. */
function amongTexts(values: ReadonlySet<unknown>): IsKept {
  const takesText = [...values].some((value) => typeof value === 'string')
  return (value) => values.has(value) || (takesText && typeof value === 'string')
}

interface Check {
  check?: string
  tx?: (value: unknown) => unknown
  format?: string
  normalize?: boolean
}

/** What a schema checks itself, and what was added to it. */
function checksOf({ _zod }: z.core.$ZodType): Check[] {
  const { checks = [], ...own } = _zod.def as Check & { checks?: { _zod: { def: Check } }[] }
  return [own, ...checks.map((check) => check._zod.def)]
}

/** What the parser of a schema makes of a value that it takes. */
function changesOf(schema: z.core.$ZodType): ((value: unknown) => unknown)[] {
  const checks = checksOf(schema)
  const addresses = checks
    .filter(({ format }) => format === 'url')
    .map(({ normalize }) => (normalize ? hrefOf : trimmed))
  return [...checks.flatMap(({ check, tx }) => (check === 'overwrite' && tx ? [tx] : [])), ...addresses]
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

const trimmed = (value: unknown) => String(value).trim()

const hrefOf = (value: unknown) => URL.parse(String(value))?.href

const isAnyText = (schema: z.core.$ZodType) => schema._zod.def.type === 'string' && changesOf(schema).length === 0

function listOf(isKept: IsKept | undefined): IsKept | undefined {
  if (!isKept) return undefined
  return (value) => {
    if (!Array.isArray(value)) return false
    // It may have holes, which methods pass over.
    for (const entry of value) if (entry === undefined || !isKept(entry)) return false
    return true
  }
}

/** Objects are told apart by their members; of anything else that is changed another alternative could keep what it was before. */
function alternatives({ options }: Definition, _: unknown, isExact: boolean): IsKept | undefined {
  const namesOf = (schema: z.core.$ZodType) =>
    Object.keys(definitionOf(schema).shape ?? {})
      .toSorted()
      .join()
  const isAlone = (option: z.core.$ZodType) =>
    namesOf(option) !== '' && options.filter((other) => namesOf(other) === namesOf(option)).length === 1
  if (options.some((option) => isChanging(option) && !isAlone(option))) return undefined
  return oneOf(options.map((option) => keeperOf(option, isExact || !isStructure(option))))
}

function oneOf(keepers: readonly (IsKept | undefined)[]): IsKept | undefined {
  const all = keepers.filter((one) => one !== undefined)
  if (all.length < keepers.length) return undefined
  return (value) => all.some((isKept) => isKept(value))
}

function objectWith({ shape, catchall }: Definition, _: unknown, isExact: boolean): IsKept | undefined {
  const takesMore = catchall !== undefined && catchall._zod.def.type !== 'never'
  const names = Object.keys(shape)
  const members = names.map((name) => keeperOf(shape[name]!, isExact || takesMore))
  const mayLack = names.map((name) => shape[name]!.safeParse(undefined).success)
  if (members.includes(undefined) || names.includes('__proto__')) return undefined
  const areKept = compiledMembers(names, mayLack, members as IsKept[])
  const isKept: IsKept = (value) => isObject(value) && areKept(value)
  if (!takesMore) return isKept
  const othersAre = membersThat(keeperOf(catchall, true), new Set(names))
  return othersAre && ((value) => isKept(value) && othersAre(value))
}

/** Code that reads each member by its own name, as compiled code that writes them does: a loop over names costs as much as all of the writing. */
function compiledMembers(names: readonly string[], mayLack: readonly boolean[], members: readonly IsKept[]): IsKept {
  const lines = names.map((name, index) => {
    const read = `value[${JSON.stringify(name)}]`
    return `(${read} === undefined ? ${mayLack[index]} : member${index}(${read}))`
  })
  // The names of members are quoted, and nothing of a request is in it.
  // oxlint-disable-next-line typescript/no-implied-eval
  const make = new Function(
    ...names.map((_, index) => `member${index}`),
    `return (value) => ${lines.join(' && ') || 'true'}`,
  )
  return make(...members) as IsKept
}

/** An object whose members are kept but for those that something else says of. Parsers drop what is called `__proto__`. */
function membersThat(isKept: IsKept | undefined, others: ReadonlySet<string> = new Set()): IsKept | undefined {
  if (!isKept) return undefined
  return (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => others.has(name) || (name !== '__proto__' && isKept(value[name])))
}
