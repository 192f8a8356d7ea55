import { numberOf } from '@roster/core/server'
import { z } from 'zod'

/** What the definitions of schemas that are made of others hold. */
interface Definition extends z.core.$ZodTypeDef {
  /** Whether the parser makes values of other types. */
  coerce?: boolean
  discriminator?: string
  /** False where a value has to be of exactly one alternative. */
  inclusive?: boolean
  shape: Record<string, z.ZodType>
  options: z.ZodType[]
  items: z.ZodType[]
  innerType: z.ZodType
  getter: () => z.ZodType
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as Definition

/** Schemas are parts of many others, and of themselves. */
const known = new WeakMap<z.ZodType, z.ZodType>()

/**
 * The same schema, but that it takes what a driver of a database gives in another form as well, and makes that of it which the schema says: a date for its text, a number that came
 * as a text or as a bigint. The text of a date, and one that an enum does not list any more, it leaves. All that the schema takes it takes alike.
 */
export function inForm(schema: z.ZodType): z.ZodType {
  const found = known.get(schema)
  if (found) return found
  const definition = definitionOf(schema)
  const made = definition.coerce ? schema : (MAKE[definition.type]?.(definition, schema) ?? schema)
  known.set(schema, made)
  return made
}

type Make = (definition: Definition, schema: z.ZodType) => z.ZodType

const orText: Make = (_, schema) => z.union([schema, z.string()])

/** What parts of some names are made anew. */
const partly =
  (...names: string[]): Make =>
  (definition, schema) =>
    withParts(schema, Object.fromEntries(names.flatMap((name) => partIn(definition, name))))

function partIn(definition: Definition, name: string): [string, z.ZodType][] {
  const part = (definition as unknown as Record<string, z.ZodType | null | undefined>)[name]
  return part ? [[name, inForm(part)]] : []
}

const ofInner = partly('innerType')

const ofRest = partly('rest')

const MAKE: Partial<Record<string, Make>> = {
  number: (_, schema) => z.preprocess((value) => numberOf(value) ?? value, schema),
  string: (_, schema) => z.preprocess((value) => (value instanceof Date ? value.toJSON() : value), schema),
  date: orText,
  enum: (definition, schema) => (hasTexts(schema) ? orText(definition, schema) : schema),
  array: partly('element'),
  record: partly('valueType'),
  intersection: partly('left', 'right'),
  object: (_, schema) => objectInForm(schema, inForm),
  tuple: (definition, schema) => withParts(ofRest(definition, schema), { items: definition.items.map(inForm) }),
  lazy: ({ getter }) => z.lazy(() => inForm(getter())),
  union: unionInForm,
  optional: ofInner,
  nullable: ofInner,
  nonoptional: ofInner,
  default: ofInner,
  prefault: ofInner,
  readonly: ofInner,
}

const hasTexts = ({ _zod }: z.ZodType) => [...(_zod.values ?? [])].some((value) => typeof value === 'string')

const withParts = (schema: z.ZodType, parts: object): z.ZodType =>
  z.core.clone(schema, z.core.util.mergeDefs(definitionOf(schema), parts) as never)

/** Members are looked at when they are needed: they may hold the object itself. */
function objectInForm(schema: z.ZodType, memberInForm: (member: z.ZodType) => z.ZodType): z.ZodType {
  const { shape } = definitionOf(schema)
  const members = {}
  for (const name of Object.keys(shape))
    Object.defineProperty(members, name, { enumerable: true, get: () => memberInForm(shape[name]!) })
  return withParts(schema, { shape: members, ...Object.fromEntries(partIn(definitionOf(schema), 'catchall')) })
}

/** What one alternative takes as it is belongs to that, and not to one before it in another form. */
function unionInForm({ options, discriminator, inclusive }: Definition, schema: z.ZodType): z.ZodType {
  const formed = options.map(optionInForm)
  if (discriminator !== undefined) return withParts(schema, { options: formed })
  return inclusive === false ? schema : withParts(schema, { options: [...options, ...formed] })
}

/** An enum may tell alternatives apart. */
function optionInForm(option: z.ZodType): z.ZodType {
  if (definitionOf(option).type === 'object') return objectInForm(option, unlessEnum)
  return unlessEnum(option)
}

const unlessEnum = (schema: z.ZodType) => (isEnum(schema) ? schema : inForm(schema))

function isEnum(schema: z.ZodType): boolean {
  const { type, innerType } = definitionOf(schema)
  return type === 'enum' || (innerType !== undefined && isEnum(innerType))
}
