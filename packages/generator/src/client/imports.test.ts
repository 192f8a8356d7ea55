import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listOf, pageParameters } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeWorkplace } from '../generated-package.fixture.ts'
import { codeOf, filesOf, onFilms } from '../generated.fixture.ts'
import { namesUsedIn } from '../schema/records.ts'

const TITLE = z.object({ title: z.string() })

test('every import of a client is used, whatever texts, members and methods are called', async () => {
  const seat = z.object({ row: z.int() }).meta({ id: 'Seat' })
  const text = z.literal(`it's "Client" and 'List'`)
  const members = {
    about: z.enum(['Client', 'Selected']),
    text,
    Client: z.string(),
    Page: z.int().optional(),
    Seat: z.string(),
  }
  const files = await filesOf({
    all: onFilms({ output: z.object({ id: z.string(), ...members }).meta({ id: 'Film' }) }),
    waitFor: onFilms({ method: 'POST', body: { about: z.literal(['Client', 'Bytes']), seat: seat.optional() } }),
    download: onFilms({ method: 'POST', path: '/films/download', body: members }),
  })
  const place = await makeWorkplace()
  await writeFile(join(place.folder, 'package.json'), '{ "type": "module" }')
  for (const [path, code] of files) {
    await mkdir(dirname(join(place.folder, path)), { recursive: true })
    await writeFile(join(place.folder, path), code)
  }
  const faults = await place.faultsOf('src/index.ts')
  await place.remove()
  expect(faults).toBe('')
})

test('a method is no use of what it is called as, and its code is', () => {
  const head = (code: string) => namesUsedIn(`  download(id: string): APIPromise<Bytes> {\n    return ${code}`)
  expect(head('download(this.client, id)')).toContain('download')
  expect(head('this.client.download(id)')).not.toContain('download')
})

test('a name with a dollar is one', async () => {
  const seat = TITLE.meta({ id: 'Seat$' })
  expect(await codeOf({ all: onFilms({ output: z.object({ seat }) }) })).toContain('export interface Seat$ {')
})

test('a list of what is called Selected by its author is one of whole records', async () => {
  const output = listOf(z.object({ id: z.string() }).meta({ id: 'Seat', description: 'A seat.' }), 'Seat')
  const own = z.object({
    data: z.array(TITLE.meta({ id: 'SelectedFilm' })),
    next_cursor: z.string().nullable(),
    has_more: z.boolean(),
  })
  const code = await codeOf({
    seats: onFilms({ path: '/seats', query: pageParameters, output }),
    all: onFilms({ query: { cursor: z.string().optional(), fields: z.string().optional() }, output: own }),
  })
  expect(code).toContain('List<SelectedFilm>')
  expect(code).toContain('List<Seat>')
})
