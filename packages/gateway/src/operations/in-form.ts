import { numberOf } from '@roster/core/server'
import { z } from 'zod'

/** Definition of a schema that is made of other schemas. */
interface Definition extends z.core.$ZodTypeDef {
  /** Whether the parser converts values of other types. */
  coerce?: boolean
  discriminator?: string
  /** False when a value must match exactly one alternative. */
  inclusive?: boolean
  shape: Record<string, z.ZodType>
  options: z.ZodType[]
  items: z.ZodType[]
  innerType: z.ZodType
  getter: () => z.ZodType
}

const definitionOf = (schema: z.ZodType) => schema._zod.def as Definition

/** Results by schema, since a schema may be part of many others, and of itself. */
const known = new WeakMap<z.ZodType, z.ZodType>()

/**
 * Returns a schema that also accepts the other forms in which a database driver gives values, and converts them: a date to its text, and a number
 * that came as text or bigint. The text of a date, and a text that an enum no longer lists, stay as they are. A value that the schema itself accepts
 * gives an equal result.
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

/** Returns a maker that converts the parts with these names. */
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

/** Converts the members of an object when they are first read: they may contain the object itself. */
function objectInForm(schema: z.ZodType, memberInForm: (member: z.ZodType) => z.ZodType): z.ZodType {
  const { shape } = definitionOf(schema)
  const members = {}
  for (const name of Object.keys(shape))
    Object.defineProperty(members, name, { enumerable: true, get: () => memberInForm(shape[name]!) })
  return withParts(schema, { shape: members, ...Object.fromEntries(partIn(definitionOf(schema), 'catchall')) })
}

/** Converts a union. A value that one alternative accepts as it is belongs to that alternative, not to an earlier one in another form. */
function unionInForm({ options, discriminator, inclusive }: Definition, schema: z.ZodType): z.ZodType {
  const formed = options.map(optionInForm)
  if (discriminator !== undefined) return withParts(schema, { options: formed })
  return inclusive === false ? schema : withParts(schema, { options: [...options, ...formed] })
}

/** Converts an alternative of a union, except its enums, which may tell the alternatives apart. */
function optionInForm(option: z.ZodType): z.ZodType {
  if (definitionOf(option).type === 'object') return objectInForm(option, unlessEnum)
  return unlessEnum(option)
}

const unlessEnum = (schema: z.ZodType) => (isEnum(schema) ? schema : inForm(schema))

function isEnum(schema: z.ZodType): boolean {
  const { type, innerType } = definitionOf(schema)
  return type === 'enum' || (innerType !== undefined && isEnum(innerType))
}
