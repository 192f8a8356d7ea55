import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Roster } from '@roster/sdk'
import { type Live, masked, printedIn, runScript, startLive } from '@roster/test/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rename } from './changes.ts'

let live: Live
let folder: string
beforeAll(async () => {
  live = await startLive()
  folder = await mkdtemp(join(tmpdir(), 'roster-example-'))
})
afterAll(async () => {
  await live?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('it prints what its README says, and saves the file', async () => {
  const environment = { ROSTER_URL: live.url, ROSTER_API_KEY: live.key, TMPDIR: folder }
  const { code, output, errors } = await runScript('examples/typescript-app/main.ts', environment)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(masked(output, live.url).replace(folder, '/tmp')).toBe(await printedIn(new URL('README.md', import.meta.url)))
  const saved = await readFile(join(folder, 'roster-users.csv'), 'utf8')
  expect(
    saved
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(',')[1]),
  ).toEqual(['name', '"Ada Lovelace', 'Grace Hopper', 'Alan Turing'])
})

test('a change is repeated on what somebody else has written meanwhile', async () => {
  const roster = new Roster({ baseUrl: live.url, apiKey: live.key })
  const { id } = await roster.users.create({ name: 'Mary', email: 'mary@example.com', role: 'viewer' })
  let others = 1
  const inBetween = new Roster({
    baseUrl: live.url,
    apiKey: live.key,
    async onRequest({ method }) {
      if (method === 'PATCH' && others-- > 0) await roster.users.update(id, { name: 'Mary Somerville' })
    },
  })
  expect(await rename(inBetween, id, (name) => `${name}!`)).toBe(
    'Mary Somerville is now Mary Somerville!, at version 3',
  )
})
