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
