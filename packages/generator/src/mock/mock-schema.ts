import { hasVaryingDefault } from '@roster/core/contract'
import type { Literal, Schema } from '@roster/sdk/testing'
import { numberSchema } from './mock-number.ts'
import { stringSchema } from './mock-string.ts'
import { wordsOf } from './mock-words.ts'
import { boundsOf, checksOf, isCustom, type Def, type Meta, type Zod } from './zod.ts'
import { refuse, type Place } from './refusal.ts'

const OUTSIDE: Place = { path: [], around: [] }

/** Returns a schema of the contract as data, which the mock can check without zod. Throws if the schema needs code that the mock does not have. */
function mockSchema(schema: Zod, said: Meta = {}, place: Place = OUTSIDE): Schema {
  const def = schema._zod.def as Def
  const meta = { ...said, ...schema.meta() }
  const inner = () => mockSchema(def['innerType'] as Zod, meta, place)
  const wrapped = hasVaryingDefault(schema) ? varying(def, inner(), place) : WRAPPERS[def.type]?.(def, inner)
  if (wrapped) return withAbsence(schema, wrapped)
  const up = place.around.toReversed().indexOf(schema) + 1
  if (up > 0) return { type: 'self', up }
  const kind = KINDS[def.type]
  if (!kind) return refuse(place, `has the type ${def.type}`, 'Use a schema of values that JSON has.')
  requireData(def, meta, place)
  return withAbsence(schema, kind({ schema, def, meta, place: { ...place, around: [...place.around, schema] } }))
}

export function mockMembers(shape: Record<string, unknown>, place: Place = OUTSIDE): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, member]) => [name, mockSchema(member as Zod, {}, at(place, name))]),
  )
}

const at = (place: Place, ...steps: string[]): Place => ({ ...place, path: [...place.path, ...steps] })

type Wrapper = (def: Def, inner: () => Schema) => Schema

/** Schemas that wrap another schema. */
const WRAPPERS: Record<string, Wrapper | undefined> = {
  optional: (def, inner) => optionalSchema(def['innerType'] as Zod, inner()),
  nullable: (_def, inner) => ({ ...inner(), nullable: true }),
  default: (def, inner) => defaultSchema(def['defaultValue'], without(inner(), 'prefault', 'absent')),
  prefault: (def, inner) => ({ ...without(inner(), 'default', 'absent'), prefault: def['defaultValue'] }),
  catch: (def, inner) => ({ ...fallbackOf(def), ...inner() }),
  readonly: (_def, inner) => inner(),
}

/** Returns the value in place of a faulty one. The tables cannot hold undefined, so `dropped` stands for it. */
function fallbackOf(def: Def): Schema | { dropped: true } {
  const fallback = (def['catchValue'] as (context: unknown) => unknown)({})
  return fallback === undefined ? { dropped: true } : ({ fallback } as Schema)
}

/** Returns the schema without a default that varies: the value may be absent instead. Throws for `catch` with a varying value. */
function varying(def: Def, inner: Schema, place: Place): Schema {
  if (def.type === 'catch') return refuse(place, 'is replaced by code where it is faulty', 'Give one value: .catch(0).')
  return optionalSchema(def['innerType'] as Zod, without(inner, 'default', 'prefault'))
}

/** Returns a schema with a default. The default also replaces a faulty value that an inner schema drops. */
const defaultSchema = (value: unknown, { dropped, ...data }: Schema): Schema => ({
  ...data,
  ...(dropped && { fallback: value }),
  default: value,
})

/** Returns an optional schema. Alternatives inside it may have a default, which is tried before the value stays absent. */
function optionalSchema(inner: Zod, data: Schema): Schema {
  const isTried = inner._zod.optin === 'defaulted' && !('default' in data || 'prefault' in data)
  return { ...without(data, 'absent'), optional: true, ...(isTried && { absent: 'tried' }) }
}

function without(schema: Schema, ...names: (keyof Schema)[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name as keyof Schema))) as never
}

/** Adds how an absent value is handled to alternatives and steps, which accept absence through their parts. */
function withAbsence(schema: Zod, data: Schema): Schema {
  const { optin, optout } = schema._zod
  if (optin === undefined || ['optional', 'default', 'prefault', 'fallback', 'dropped'].some((name) => name in data))
    return data
  if (optout !== 'optional') return { ...data, absent: 'checked' }
  return { ...data, absent: optin === 'optional' ? 'dropped' : 'tried' }
}

interface Given {
  schema: Zod
  def: Def
  meta: Meta
  place: Place
}

const KINDS: Record<string, ((given: Given) => Schema) | undefined> = {
  any: () => ({ type: 'any' }),
  unknown: () => ({ type: 'any' }),
  never: () => ({ type: 'never' }),
  null: () => ({ type: 'enum', values: [null] }),
  boolean: ({ def }) => ({ type: 'boolean', ...(def['coerce'] === true && { coerced: true }) }),
  enum: ({ def }) => ({ type: 'enum', values: enumValues(def['entries'] as Record<string, Literal>) }),
  literal: ({ def }) => ({ type: 'enum', values: def['values'] as Literal[] }),
  number: ({ def, place }) => numberSchema(def, place),
  string: ({ schema, def, meta, place }) => stringSchema(schema, def, meta, place),
  template_literal: ({ schema }) => ({ type: 'string', pattern: schema._zod.pattern!.source }),
  array: arraySchema,
  tuple: tupleSchema,
  object: objectSchema,
  record: recordSchema,
  union: unionSchema,
  intersection: ({ def, place }) => ({ type: 'intersection', parts: partsOf([def['left'], def['right']], place) }),
  pipe: pipeSchema,
  nonoptional: ({ def, place }) => ({ type: 'pipe', parts: partsOf([def['innerType']], place), present: true }),
  lazy: ({ def, meta, place }) =>
    mockSchema((def['getter'] as () => Zod)(), meta, { ...place, around: place.around.slice(0, -1) }),
}

/** Returns the values of an enum. TypeScript lists each number of an enum under its name and under itself. */
function enumValues(entries: Record<string, Literal>): Literal[] {
  const numbers = new Set(Object.values(entries).filter((value) => typeof value === 'number'))
  return Object.entries(entries)
    .filter(([name, value]) => typeof value === 'number' || !numbers.has(Number(name)))
    .map(([, value]) => value)
}

/**
 * Throws for a rule that is code. The mock knows such rules for texts only, and for lists with `uniqueItems`. A last change by code is allowed: the value stays
 * as it was sent.
 */
function requireData(def: Def, meta: Meta, place: Place): void {
  if (def.type === 'string' || (def.type === 'array' && meta.uniqueItems === true)) return
  const checks = checksOf(def)
  const change = checks.findIndex(({ check }) => check === 'overwrite')
  if (checks.some(isCustom) || (change >= 0 && change < checks.length - 1))
    refuse(place, 'has a rule that is code', 'Say it in the terms of its schema, or in what the operation does.')
}

const partsOf = (schemas: unknown[], place: Place) => schemas.map((schema) => mockSchema(schema as Zod, {}, place))

function arraySchema({ def, meta, place }: Given): Schema {
  return {
    type: 'array',
    ...boundsOf(def),
    items: mockSchema(def['element'] as Zod, {}, at(place, '[]')),
    ...(meta.uniqueItems && { distinct: true }),
  }
}

function tupleSchema({ def, place }: Given): Schema {
  const parts = (def['items'] as Zod[]).map((item, index) => mockSchema(item, {}, at(place, String(index))))
  return {
    type: 'tuple',
    parts,
    ...(def['rest'] !== null && { rest: mockSchema(def['rest'] as Zod, {}, at(place, '[]')) }),
  }
}

function objectSchema({ def, place }: Given): Schema {
  const members = mockMembers(def['shape'] as Record<string, unknown>, place)
  const others = def['catchall'] as Zod | undefined
  if (!others) return { type: 'object', members, others: 'dropped' }
  if (others._zod.def.type === 'never') return { type: 'object', members }
  return { type: 'object', members, others: mockSchema(others, {}, at(place, '*')) }
}

function recordSchema({ def, place }: Given): Schema {
  const { keyType, valueType, mode, partial } = def as {
    keyType: Zod
    valueType: Zod
    mode?: string
    partial?: true
  } & Def
  const names = [...(keyType._zod.values ?? [])] as Literal[]
  return {
    type: 'record',
    keys: mockSchema(keyType, {}, at(place, '*')),
    items: mockSchema(valueType, {}, at(place, '*')),
    ...(names.length > 0 && !partial && { values: names }),
    ...(mode === 'loose' && { loose: true }),
  }
}

function unionSchema({ def, place }: Given): Schema {
  const options = def['options'] as Zod[]
  const discriminator = def['discriminator'] as string | undefined
  const parts = partsOf(options, place)
  if (discriminator === undefined)
    return { type: 'union', parts, ...(def['inclusive'] === false && { exclusive: true }) }
  const tags = options.map((option) => Array.from(option._zod.propValues?.[discriminator] ?? []))
  if (tags.flat().includes(undefined))
    refuse(place, `may lack ${discriminator}, which tells what it is`, 'Use z.union().')
  return { type: 'union', discriminator, tags: tags as Literal[][], parts }
}

/** Returns the schema of a pipe. A transform is code, so the value stays as it was sent. Throws for a schema after a transform, which could not be checked. */
function pipeSchema({ schema, def, meta, place }: Given): Schema {
  const [first, second] = [def['in'], def['out']] as [Zod, Zod]
  const inner = { ...place, around: place.around.slice(0, -1) }
  const words = wordsOf(schema)
  if (words) return words
  if (first._zod.def.type === 'transform')
    return refuse(place, 'is changed by code before it is checked', 'Check it first, and change it then.')
  if (second._zod.def.type === 'transform' || def['transform']) return mockSchema(first, meta, inner)
  if (isMade(first)) return refuse(place, 'is checked after code has changed it', 'Check what is sent, or use a codec.')
  return { type: 'pipe', parts: partsOf([first, second], place) }
}

/** Whether a transform makes the value of a schema. */
function isMade(schema: Zod): boolean {
  const { type, out, transform, innerType } = schema._zod.def as Def
  if (type === 'transform' || transform) return true
  const next = (out ?? innerType) as Zod | undefined
  return next !== undefined && isMade(next)
}
