import { listOf, pageParameters } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { codeOf, onFilms } from '../generated.fixture.ts'

const film = z
  .object({ id: z.string(), note: z.string().optional(), year: z.int().default(1895) })
  .meta({ id: 'Film', description: 'A film.' })
const list = onFilms({ query: pageParameters, output: listOf(film, 'Film') })
const get = onFilms({ path: '/films/{id}', params: { id: z.string() }, output: film })

test.each([
  ['a list alone', { list }],
  ['a list after one record', { get, list }],
  ['a list before one record', { list, get }],
])('what may be absent from a record may be so in the records of a list: %s', async (_, operations) => {
  expect(await codeOf(operations)).toMatch(
    /interface Film \{\n {2}id: string\n {2}note\?: string \| undefined\n[^}]* {2}year: number\n\}/,
  )
})

const { limit, page } = pageParameters

test.each([
  [
    'searched by POST',
    onFilms({ method: 'POST', body: { text: z.string() }, query: pageParameters, output: listOf(film, 'Film') }),
    'search(body: FilmsSearchBody, query?: FilmsSearchQuery, options: RequestOptions = {})',
    '{ body, query: { ...query } }',
  ],
  [
    'that a POST takes the cursor of in its body',
    onFilms({ method: 'POST', body: { cursor: z.string() }, output: listOf(film, 'Film') }),
    'search(body: FilmsSearchBody, options: RequestOptions = {})',
    '{ body }',
  ],
  [
    'that have numbers and no cursor',
    onFilms({ query: { limit, page }, output: listOf(film, 'Film') }),
    'search(query?: FilmsSearchQuery, options?: ReadOptions)',
    '{ query: { ...query } }',
  ],
])('a method for pages sends what its operation takes: pages %s', async (_, search, head, input) => {
  const code = (await codeOf({ search })).replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(', )', ')')
  expect(code).toContain(`${head}: APIPromise<FilmPage | FilmCursorPage>`)
  expect(code).toContain(`'/films', ${input}, options)`)
  expect(code).not.toContain('List')
})

test('a method for pages by number takes the number of a page', async () => {
  expect(await codeOf({ search: onFilms({ query: { limit, page }, output: listOf(film, 'Film') }) })).toMatch(
    /interface FilmsSearchQuery \{[^}]*\bpage\?: number/,
  )
})

test('a list whose filter is called after is walked by its cursor', async () => {
  const query = { ...pageParameters, after: z.iso.date().optional() }
  const code = await codeOf({ list: onFilms({ query, output: listOf(film, 'Film') }) })
  expect(code).toContain("List.by(fetchPage, query, 'cursor')")
})
