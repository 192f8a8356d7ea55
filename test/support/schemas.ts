import * as fc from 'fast-check'
import { z } from 'zod'

/** A schema, with values of which some match and some almost match. */
export interface Sample {
  schema: z.ZodType
  values: fc.Arbitrary<unknown>
}

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    '',
    'a',
    'ab',
    'AB',
    ' a ',
    '1',
    '12',
    '2026-01-02',
    '12:30:00',
    '2026-01-02T03:04:05Z',
    'a-1',
    '::1',
  ),
)
const number = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.constantFrom(0.5, 1.25, -2.5, 2 ** 53, 2 ** 40, 0))

/** Any JSON value, mostly small. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, 1, 'a', '', [], {}) },
  text,
  number,
  fc.array(fc.oneof(text, number), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'b', 'kind', 'x'), fc.oneof(text, number, fc.constant(null)), { maxKeys: 3 }),
)

const nearly = (own: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: own }, { weight: 1, arbitrary: anything })

const of = (schema: z.ZodType, own: fc.Arbitrary<unknown>): Sample => ({ schema, values: nearly(own) })

const bound = fc.integer({ min: -5, max: 8 })

/** Schemas of scalar values. */
const scalars: fc.Arbitrary<Sample> = fc.oneof(
  fc.constantFrom(
    of(z.string(), text),
    of(z.number(), number),
    of(z.int(), number),
    of(z.int32(), number),
    of(z.uint32(), number),
    of(z.boolean(), fc.boolean()),
    of(z.null(), fc.constant(null)),
    of(z.any(), anything),
    of(z.unknown(), anything),
    of(z.never(), anything),
    of(z.literal('a'), text),
    of(z.literal([1, 'a', null, true]), anything),
    of(z.enum(['a', 'ab', '1']), text),
    of(z.enum({ one: 1, two: 2 }), number),
    of(z.iso.date(), text),
    of(z.iso.time(), text),
    of(z.iso.datetime(), text),
    of(z.iso.datetime({ offset: true, local: true }), text),
    of(z.iso.duration(), fc.constantFrom('P1D', 'P', 'PT1H', '')),
    of(z.uuid(), fc.oneof(fc.uuid(), text)),
    of(z.email(), fc.oneof(fc.emailAddress(), text)),
    of(z.url(), fc.oneof(fc.webUrl(), text, fc.constant(' http://a.example/\n'))),
    of(z.httpUrl(), fc.oneof(fc.webUrl(), text, fc.constantFrom('ftp://a.example', 'http:a'))),
    of(z.ipv4(), fc.oneof(fc.ipV4(), text)),
    of(z.ipv6(), fc.oneof(fc.ipV6(), text)),
    of(z.cidrv6(), fc.constantFrom('::/0', '::1/128', '::1/129', '::1/01', '::1', 'x/1')),
    of(z.base64(), fc.oneof(fc.base64String(), text, fc.constantFrom('YQ', 'YQ==', 'YQ=a'))),
    of(z.base64url(), fc.constantFrom('YQ', 'Y', 'Y_-a', 'YQ==', '')),
    of(z.templateLiteral(['a-', z.number()]), fc.constantFrom('a-1', 'a-', 'a-x', 'a-1.5')),
    of(z.string().regex(/^a/i).regex(/b$/i), text),
    of(z.string().trim().min(1).toUpperCase(), text),
    of(z.string().startsWith('a').max(3), text),
    of(z.string().length(2), text),
    of(
      z
        .string()
        .min(1)
        .pipe(z.enum(['a', 'ab'])),
      text,
    ),
    of(z.coerce.number().min(3), fc.oneof(text, number)),
    of(z.coerce.boolean(), anything),
    of(z.stringbool(), fc.constantFrom('yes', 'NO', 'true', '0', 'y', 'maybe', '')),
    of(z.stringbool({ truthy: ['y', 'Y'], falsy: ['n'], case: 'sensitive' }), fc.constantFrom('y', 'Y', 'n', 'N')),
    of(z.int().optional().catch(undefined), anything),
  ),
  fc.tuple(bound, bound).map(([min, max]) => of(z.number().min(min).lt(max), number)),
  fc.tuple(bound, bound).map(([min, max]) => of(z.int().gt(min).max(max), number)),
  fc.constantFrom(0.25, 0.1, 3).map((step) => of(z.number().multipleOf(step), number)),
  fc.tuple(fc.nat(3), fc.nat(5)).map(([min, max]) => of(z.string().min(min).max(max), text)),
)

const NAMES = ['a', 'b', 'x'] as const

/** Schemas with code that changes values: the parsed value differs from the sent one. */
const coded: fc.Arbitrary<Sample> = fc.constantFrom(
  of(z.string().transform(Number), text),
  of(z.codec(z.iso.datetime(), z.date(), { decode: (at) => new Date(at), encode: (at) => at.toISOString() }), text),
)

/** Returns schemas that are composed of simple ones: objects and other schemas with parts, and schemas with modifiers. */
const samplesOf = (simple: fc.Arbitrary<Sample>) =>
  fc.letrec<{ sample: Sample }>((tie) => {
    const part = tie('sample')
    const own = (schema: z.ZodType, values: fc.Arbitrary<unknown>): Sample => of(schema, values)
    const wrapped = part.chain(({ schema, values }) =>
      anything.chain((value) => {
        const parsed = schema.safeParse(value)
        const fitting = parsed.success && parsed.data !== undefined
        return fc.constantFrom(
          own(schema.optional(), values),
          own(schema.nullable(), values),
          own(schema.nullish(), values),
          own(schema.readonly(), values),
          ...(fitting
            ? [
                own(schema.catch(value as never), values),
                own(schema.default(value as never), values),
                own(schema.prefault(value as never), values),
              ]
            : []),
          own(
            z.lazy(() => schema),
            values,
          ),
          own(schema.optional().nonoptional(), values),
        )
      }),
    )
    const objects = fc
      .tuple(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), part), { maxLength: 3, selector: ([name]) => name }),
        fc.nat(3),
      )
      .map(([members, kind]) => {
        const shape = Object.fromEntries(members.map(([name, { schema }]) => [name, schema]))
        const values = fc.record(Object.fromEntries(members.map(([name, one]) => [name, one.values])), {
          requiredKeys: [],
        })
        const more = fc.tuple(values, fc.dictionary(fc.constantFrom('a', 'y', 'z'), anything, { maxKeys: 1 }))
        const schemas = [
          z.object(shape),
          z.strictObject(shape),
          z.looseObject(shape),
          z.object(shape).catchall(z.number()),
        ]
        return own(
          schemas[kind]!,
          fc.oneof(
            values,
            more.map(([these, others]) => Object.assign(others, these)),
          ),
        )
      })
    const arrays = fc
      .tuple(part, fc.nat(2))
      .map(([{ schema, values }, min]) => own(z.array(schema).min(min).max(3), fc.array(values, { maxLength: 4 })))
    const tuples = fc.tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.option(part)).map(([items, rest]) => {
      const schemas = items.map(({ schema }) => schema) as [z.ZodType]
      const first = fc.tuple(...items.map(({ values }) => values))
      const more = fc.tuple(first, fc.array(rest?.values ?? anything, { maxLength: 2 }), fc.nat(4))
      return own(
        rest ? z.tuple(schemas, rest.schema) : z.tuple(schemas),
        more.map(([these, others, length]) =>
          [...these, ...others].slice(0, these.length + others.length - length + 2),
        ),
      )
    })
    const records = fc.tuple(part, fc.nat(4)).map(([{ schema, values }, kind]) => {
      const keys = z.enum(['a', 'b'])
      const schemas = [
        z.record(z.string(), schema),
        z.record(keys, schema),
        z.partialRecord(keys, schema),
        z.record(z.string().regex(/^[ab]/), schema),
        z.looseRecord(keys, schema),
      ]
      return own(schemas[kind]!, fc.dictionary(fc.constantFrom('a', 'b', 'c', '1'), values, { maxKeys: 3 }))
    })
    const unions = fc
      .tuple(fc.array(part, { minLength: 2, maxLength: 3 }), fc.boolean())
      .map(([options, isExclusive]) => {
        const schemas = options.map(({ schema }) => schema)
        return own(isExclusive ? z.xor(schemas) : z.union(schemas), fc.oneof(...options.map(({ values }) => values)))
      })
    const tagged = fc
      .tuple(part, part)
      .map(([one, other]) =>
        own(
          z.discriminatedUnion('kind', [
            z.object({ kind: z.literal('a'), x: one.schema }),
            z.strictObject({ kind: z.enum(['b', 'c']), y: other.schema }),
          ]),
          fc.oneof(
            fc.record({ kind: fc.constantFrom('a', 'b', 'd'), x: one.values }),
            fc.record({ kind: fc.constantFrom('b', 'c', 'a'), y: other.values }),
          ),
        ),
      )
    const intersections = fc.tuple(part, part, fc.boolean()).map(([one, other, isStrict]) => {
      const left = isStrict ? z.strictObject({ a: one.schema }) : z.object({ a: one.schema })
      return own(
        z.intersection(left, z.strictObject({ b: other.schema })),
        fc.record({ a: one.values, b: other.values, x: anything }, { requiredKeys: ['a', 'b'] }),
      )
    })
    return {
      sample: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'schema', depthSize: 'small' },
        simple,
        wrapped,
        objects,
        arrays,
        tuples,
        records,
        unions,
        tagged,
        intersections,
      ),
    }
  }).sample

/** Random schemas. */
export const samples = samplesOf(scalars)

/** Random schemas, some of which contain code. */
export const codedSamples = samplesOf(fc.oneof({ weight: 9, arbitrary: scalars }, { weight: 1, arbitrary: coded }))

/** A recursive schema. It has an `id`, so that JSON Schema and types can refer to it. */
export const tree: z.ZodType = z
  .object({
    name: z.string().min(1),
    get children() {
      return z.array(tree).optional()
    },
    next: z.lazy(() => z.union([z.number(), tree])).nullable(),
  })
  .meta({ id: 'Tree' })
