import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsParameter, listOf } from './lists.ts'

const record = z
  .object({
    id: z.string(),
    tags: z.array(z.string()).default([]).meta({ id: 'ListsTestTags', description: 'Words.' }),
    status: z.string().default('new').nullable().meta({ description: 'A state.' }),
    place: z.string().trim().prefault('here').optional().readonly(),
    note: z
      .string()
      .max(5)
      .default('none')
      .refine((text) => text !== 'x'),
  })
  .meta({ id: 'ListsTestRecord', description: 'A record.' })
const page = listOf(record, 'ListsTestRecord')

const answered = (data: unknown[]) => page.parse({ data, next_cursor: null, has_more: false }).data

test('what `fields` leaves out is not answered, whatever its default', () => {
  expect(answered([{ id: '1' }])).toEqual([{ id: '1' }])
  expect(record.parse({ id: '1' })).toEqual({ id: '1', tags: [], status: 'new', place: 'here', note: 'none' })
})

test('a default that is deep in a member is not answered either', () => {
  const deep = z
    .object({
      id: z.string(),
      piped: z.string().default('a').pipe(z.string().max(5)).readonly(),
      caught: z.string().default('b').catch('c').meta({ description: 'Words.' }),
      later: z.lazy(() => z.string().default('d')),
      either: z.union([z.string().default('e'), z.number()]).nullable(),
    })
    .meta({ id: 'ListsTestDeep', description: 'A record.' })
  const deepPage = listOf(deep, 'ListsTestDeep')
  const parsed = (data: unknown[]) => deepPage.parse({ data, next_cursor: null, has_more: false }).data
  expect(parsed([{ id: '1' }])).toEqual([{ id: '1' }])
  const whole = { id: '1', piped: 'v', caught: 'w', later: 'x', either: null }
  expect(parsed([whole])).toEqual([whole])
  expect(() => parsed([{ ...whole, piped: 'longer' }])).toThrow('Too big')
  const { properties } = z.toJSONSchema(deep.partial(), { io: 'output' })
  expect(z.toJSONSchema(deepPage, { io: 'output' }).$defs!['SelectedListsTestDeep']).toMatchObject({ properties })
})

test('what it leaves is as the record has it', () => {
  const whole = { id: '1', tags: ['a'], status: null, place: ' here ', note: 'y' }
  expect(answered([whole])).toEqual([{ ...whole, place: 'here' }])
  expect(() => answered([{ ...whole, note: 'x' }])).toThrow('Invalid input')
  expect(() => answered([{ ...whole, note: 'longer' }])).toThrow('Too big')
})

test('documents say no default of a selection, and all else of its members', () => {
  const { $defs } = z.toJSONSchema(page, { io: 'output' })
  expect($defs!['SelectedListsTestRecord']).toMatchObject({
    required: ['id'],
    properties: {
      tags: { type: 'array', description: 'Words.' },
      status: { type: ['string', 'null'], description: 'A state.' },
      note: { maxLength: 5 },
    },
  })
  expect(JSON.stringify($defs)).not.toContain('default')
})

test.each([
  [z.object({ id: z.string() }), 'no description. Add one'],
  [z.object({ id: z.string() }).meta({ id: 'ListsTestBare' }), 'no description. Add one'],
  [z.object({ slug: z.string() }).meta({ description: 'A film.' }), 'no member id. Give `listOf` the member that'],
  [record.refine(({ id }) => id !== '').meta({ description: 'A record.' }), 'a check, such as a `refine`, which needs'],
])('what a list cannot select members of is refused where the list is described, by its name', (one, message) => {
  expect(() => listOf(one, 'Film')).toThrow(`The record of the list Film has ${message}`)
})

test('documents tell the pattern of `fields` whatever signs the names of members have', () => {
  const fields = fieldsParameter(z.object({ $id: z.string(), 'first-name': z.string(), größe: z.int() }), '$id')
  const { pattern } = z.toJSONSchema(fields, { io: 'input' })
  expect('$id,first-name,größe').toMatch(new RegExp(pattern!))
  expect(fields.parse('$id,first-name,größe')).toBe('$id,first-name,größe')
})

test('a record may be identified by another member than its id', () => {
  const film = z.object({ slug: z.string(), year: z.int() }).meta({ description: 'A film.' })
  const data = [{ slug: 'heat' }]
  expect(listOf(film, 'ListsTestFilm', 'slug').parse({ data, next_cursor: null, has_more: false }).data).toEqual(data)
})

test('a record may hold one that is declared after its list', () => {
  const author = z
    .object({
      id: z.string(),
      get books() {
        return z.array(book).default([])
      },
    })
    .meta({ id: 'ListsTestAuthor', description: 'An author.' })
  const authors = listOf(author, 'ListsTestAuthor')
  const fields = fieldsParameter(author)
  const book = z.object({ id: z.string(), author: author.optional() })
  const data = [{ id: '1', books: [{ id: '2', author: { id: '1', books: [] } }] }, { id: '3' }]
  expect(authors.parse({ data, next_cursor: null, has_more: false }).data).toEqual(data)
  expect(fields.parse('id,books')).toBe('id,books')
})

test('the example of `fields` has members of its record', () => {
  const country = z.object({ name: z.string(), code: z.string() })
  for (const fields of [fieldsParameter(country, 'code'), fieldsParameter(country.pick({ code: true }), 'code')])
    expect(fields.safeParse(fields.meta()!.examples![0]).success).toBe(true)
  expect(fieldsParameter(country, 'code').meta()!.examples).toEqual(['code,name'])
})
