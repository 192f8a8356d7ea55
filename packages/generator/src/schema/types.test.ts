import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { samples, tree } from '@roster/test/schemas'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeWorkplace } from '../generated-package.fixture.ts'
import { type Direction, jsonSchemaOf } from './json-schema.ts'
import { Records, withoutComments } from './records.ts'
import { typeOf } from './types.ts'

const typeIn = (schema: z.ZodType, io: Direction = 'output') =>
  typeOf(jsonSchemaOf(schema, io, 'the body of books.add'))

const inJson = (value: unknown) => JSON.parse(JSON.stringify(value ?? null)) as unknown

/** Values that a schema leaves as they are, which go through JSON unchanged. */
const keptBy = (schema: z.ZodType, values: readonly unknown[]) =>
  values.map(inJson).filter((value) => {
    const { success, data } = schema.safeParse(value)
    return success && isDeepStrictEqual(data, value)
  })

/** The same type on one line, so that a line is a sample. */
const onOneLine = (type: string) => withoutComments(type).replaceAll(/\{\n+/g, '{ ').replaceAll(/\n+/g, '; ')

/** A value that was written somewhere else than where it is taken, as answers are. */
const TAKEN = [
  'type Writable<V> = V extends object ? { -readonly [K in keyof V]: Writable<V[K]> } : V',
  'declare const the: <const V>(value: V) => Writable<V>',
  'declare const take: <T>(value: T) => void',
]

test('the type of a schema takes the values that the schema takes', async () => {
  const withValues = samples.chain(({ schema, values }) =>
    fc.tuple(fc.constant(schema), fc.array(values, { minLength: 8, maxLength: 8 })),
  )
  const lines = fc
    .sample(withValues, 400)
    .flatMap(([schema, values]) =>
      keptBy(schema, values).flatMap((value) =>
        (['input', 'output'] as const).map(
          (io) => `take<${onOneLine(typeIn(schema, io))}>(the(${JSON.stringify(value)}))`,
        ),
      ),
    )
  expect(lines.length).toBeGreaterThan(200)
  const place = await makeWorkplace()
  await writeFile(join(place.folder, 'samples.ts'), [...TAKEN, ...lines].join('\n'))
  const faults = await place.faultsOf('samples.ts')
  await place.remove()
  const first = Number(/samples\.ts\((\d+)/.exec(faults)?.[1] ?? 0)
  expect([faults.split('\n')[0], first > 0 ? lines[first - 1 - TAKEN.length] : undefined]).toEqual(['', undefined])
})

describe('and says as much of them as TypeScript can', () => {
  test.each([
    [z.literal(null), 'null'],
    [z.literal(['a', 1, null, true]), '"a" | 1 | null | true'],
    [z.enum(['a', 'b']).nullable(), '"a" | "b" | null'],
    [z.never(), 'never'],
    [z.tuple([z.string(), z.number().optional()], z.boolean()), '[(string), (number)?, ...(boolean)[]]'],
    [z.tuple([z.string()]), '[(string)]'],
    [z.record(z.enum(['a', 'b']), z.int()), '{ [Name in "a" | "b"]: number }'],
    [z.partialRecord(z.enum(['a', 'b']), z.int()), '{ [Name in "a" | "b"]?: number }'],
    [z.record(z.string(), z.number()), 'Record<string, number>'],
    [z.string().regex(/a/).regex(/b/), 'string'],
    [z.number().multipleOf(2).multipleOf(3), 'number'],
    [z.templateLiteral(['a-', z.number()]), 'string'],
    [z.xor([z.string(), z.array(z.int())]), 'string | (number)[]'],
    [z.string().meta({ id: 'Name' }).and(z.literal('a')), '(Name) & ("a")'],
    [z.looseObject({ a: z.string() }), '{\na: string\n[name: string]: unknown\n}'],
    [z.object({ 'a-b': z.null() }), '{\n"a-b": null\n}'],
  ])('%#: %s', (schema, type) => {
    expect(typeIn(schema)).toBe(type)
  })
})

describe('a schema without a type is refused, with its place and what to do', () => {
  test.each([
    [z.object({ pages: z.array(z.bigint()) }), /^In the body of books\.add, at pages\[\], is .+BigInt.+z\.string\(\)/],
    [z.object({ at: z.date() }), /at at, is .+z\.iso\.datetime\(\)/],
    [z.object({ scan: z.file() }), /at scan, is a file.+`fileOperation`/],
    [z.object({ a: z.promise(z.string()) }), /at a, is a promise, .+Say what it resolves to\./],
    [z.object({ a: z.union([z.map(z.string(), z.int()), z.string()]) }), /at a, is .+Use z\.record\(\)/],
    [z.string().transform(Number), /^In the body of books\.add is .+\.pipe/],
  ])('%#', (schema, says) => {
    expect(() => typeIn(schema)).toThrow(says)
  })

  test('and so is one that holds itself and has no name', () => {
    const node = z.object({
      get next() {
        return node.nullable()
      },
    })
    expect(() => typeIn(node)).toThrow(/holds itself and has no name\. Give it one: \.meta\(\{ id: 'Category' \}\)/)
    expect(() => typeIn(z.array(node))).toThrow(/holds itself/)
    expect(typeIn(z.array(tree))).toBe('(Tree)[]')
  })
})

const pages = z.int().meta({ examples: ['many'] })

describe('an example that its own schema refuses is named, with its place', () => {
  test.each([
    [z.object({ pages }), 'input', 'In the body of books.add, at pages, is'],
    [z.object({ pages: z.array(pages) }), 'output', 'In the body of books.add, at pages[], is'],
    [z.object({ at: z.string() }).meta({ examples: [{ at: '9' }, { at: 9 }] }), 'input', 'In the body of books.add is'],
  ] as const)('%#', (schema, io, place) => {
    expect(() => typeIn(schema, io)).toThrow(`${place} an example that its schema refuses (`)
  })

  test('and one that only code could tell of is left alone', () => {
    const size = z.codec(z.string(), z.int(), { decode: Number, encode: String }).meta({ examples: [9] })
    expect(typeIn(size, 'output')).toBe('number')
    const length = z.string().transform(Number).pipe(z.int())
    expect(typeIn(length.meta({ examples: [9] }), 'output')).toBe('number')
  })
})

describe('a name of a schema', () => {
  const declare = (schema: z.ZodType) => new Records('Library', ['List']).schemaOf(schema, 'output', 'books.ts', 'it')

  test.each([
    ['List', /the name List to a schema, and the client has another use for it/],
    ['Library', /the name Library to a schema, and the client has another use for it/],
    ['order-line', /the name order-line to a schema, which is no name of a type/],
  ])('%s cannot be that of a type', (id, says) => {
    expect(() => declare(z.array(z.string().meta({ id })))).toThrow(says)
  })
})
