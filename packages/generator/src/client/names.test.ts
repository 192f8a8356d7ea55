import { resource } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { publishedApplication } from '../command/load.ts'
import { codeOf, onFilms } from '../generated.fixture.ts'
import { packageFiles } from '../package/package-files.ts'

const called = (id: string) => ({
  all: onFilms({ query: { year: z.string() }, output: z.object({ a: z.string() }).meta({ id }) }),
  add: onFilms({ method: 'POST', body: { title: z.string() } }),
})

test.each([
  ['of what people import from the package', ['Page', 'Fault', 'APIResponse', 'ConflictError', 'EVENT_NAMES']],
  ['of what every client has', ['EventData', 'ErrorCode', 'CinemaEvent', 'CinemaEventOf']],
  ['of what is named after resources and operations', ['FilmsResource', 'FilmsAllQuery', 'FilmsAddBody']],
  ['of the client', ['Cinema']],
  ['of what the core has, and says another thing', ['Actor', 'Event']],
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

test.each(['Page', 'List', 'RosterError', 'FilmsResource', 'Promise', 'Errors', 'Index'])(
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

test('two schemas with one name are refused, wherever they are', async () => {
  const { all } = called('Film')
  const get = onFilms({ path: '/films/{id}', params: { id: z.string() }, output: z.object({}).meta({ id: 'Film' }) })
  await expect(codeOf({ all, get })).rejects.toThrow(
    'The contract gives the name Film to two schemas. Give one of them another `id`.',
  )
})

test('what is sent otherwise than it is received has a name of its own, and so has what holds it', async () => {
  const seat = z.object({ row: z.int().default(1) }).meta({ id: 'Seat' })
  const hall = z.object({ seats: z.array(seat) }).meta({ id: 'Hall' })
  const code = await codeOf({ add: onFilms({ method: 'POST', body: { hall }, output: hall }) })
  expect(code).toMatch(/interface FilmsAddBody \{\n\s*hall: HallInput\n\}/)
  expect(code).toMatch(/interface HallInput \{\n\s*seats: SeatInput\[\]\n\}/)
  expect(code).toMatch(/interface Hall \{\n\s*seats: Seat\[\]\n\}/)
})

test.each(['all', 'event', 'eventData', 'EventData', 'errorCode'])(
  'a resource that is called %s is refused',
  async (name) => {
    const contract = resource({ name, title: 'Films', description: 'Films.', events: {}, operations: called('Film') })
    const application = publishedApplication({ name: 'Cinema', resources: { films: { contract } } }, 'application.ts')
    await expect(packageFiles(application)).rejects.toThrow(`The resource ${name} would be written to `)
  },
)

test('a description is told whole, whatever it has of the end of a comment', async () => {
  const title = z.string().meta({ description: 'Any of */*, */ among them.' })
  expect(await codeOf({ add: onFilms({ method: 'POST', body: { title } }) })).toContain(
    String.raw`/** Any of *\/*, *\/ among them. */`,
  )
})

test('an example calls a resource as its property is called', async () => {
  const contract = resource({
    name: 'film_notes',
    title: 'Notes',
    description: 'Notes.',
    events: {},
    operations: called('Film'),
  })
  const application = publishedApplication({ name: 'Cinema', resources: { films: { contract } } }, 'application.ts')
  const code = (await packageFiles(application)).get('src/resources/film_notes.ts')
  expect(code).toContain('await cinema.filmNotes.add(')
})
