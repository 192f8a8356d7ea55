import { expect, test } from 'vitest'
import { z } from 'zod'
import { filesOf, onFilms } from '../generated.fixture.ts'

let count = 0
const varying = () => String(count++)

const film = z
  .object({ id: z.string(), shown: z.string().default(varying) })
  .meta({ id: 'Film', examples: [{ id: 'fil_1', shown: 'today' }] })
const add = onFilms({
  method: 'POST',
  query: { at: z.string().default(varying) },
  body: { from: z.string().prefault(varying), until: z.object({ day: z.string().default(varying) }) },
  output: film,
  status: 201,
})
const get = onFilms({ path: '/films/{id}', params: { id: z.string() }, output: film })

test('what a default that varies happens to be is in no file, so that they are the same each time', async () => {
  const files = await filesOf({ add, get })
  expect(await filesOf({ add, get })).toEqual(files)
  const code = files.get('src/resources/films.ts')
  expect(code).toMatch(/Query \{\n {2}at\?: string \| undefined\n/)
  expect(code).toMatch(/Body \{\n {2}from\?: string \| undefined\n {2}until: \{\n {4}day\?: string \| undefined\n/)
})

test('what takes the place of a faulty value by code stops the generator', async () => {
  const faulty = onFilms({ method: 'POST', body: { day: z.string().catch(varying) } })
  await expect(filesOf({ faulty })).rejects.toThrow(
    'In films.faulty: `day` is replaced by code where it is faulty, which the tables of the mock cannot say. Give one value: .catch(0).',
  )
})
