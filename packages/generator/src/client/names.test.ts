import { expect, test } from 'vitest'
import { z } from 'zod'
import { codeOf, onFilms } from '../generated.fixture.ts'

const called = (id: string) => ({
  all: onFilms({ query: { year: z.string() }, output: z.object({ a: z.string() }).meta({ id }) }),
  add: onFilms({ method: 'POST', body: { title: z.string() } }),
})

test.each([
  ['of what people import from the package', ['Page', 'Fault', 'APIResponse', 'ConflictError', 'EVENT_NAMES']],
  ['of what every client has', ['EventData', 'ErrorCode', 'CinemaEvent', 'CinemaEventOf']],
  ['of what is named after resources and operations', ['FilmsResource', 'FilmsAllQuery', 'FilmsAddBody']],
  ['of the client', ['Cinema']],
  ['of a word of the language', ['string', 'object', 'enum', 'any']],
])('a schema that has the name %s is refused', async (_, names) => {
  for (const name of names)
    await expect(codeOf(called(name))).rejects.toThrow(
      `The contract gives the name ${name} to a schema, and the client has another use for it. Give the schema another \`id\`.`,
    )
})

test.each(['Problem', 'FilmsAllBody', 'FilmsAddQuery', 'Date'])('a schema may be called %s', async (name) => {
  expect(await codeOf(called(name))).toContain(`export interface ${name} {`)
})

test.each(['Page', 'List', 'RosterError', 'FilmsResource', 'Promise'])(
  'an application that is called %s is refused',
  async (name) => {
    await expect(codeOf(called('Film'), name)).rejects.toThrow(
      `The application is called ${name}, and its client has another use for that name. Call it otherwise.`,
    )
  },
)

test('two operations whose bodies would have one name are refused', async () => {
  const add = onFilms({ method: 'POST', body: { title: z.string() } })
  await expect(codeOf({ add_all: add, addAll: { ...add } })).rejects.toThrow(
    'Two parts of the client are called FilmsAddAllBody, which resources and operations give their names to. Call one of them otherwise.',
  )
})
