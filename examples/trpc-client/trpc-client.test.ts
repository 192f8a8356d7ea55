import { type Live, masked, printedIn, runScript, startLive } from '@roster/test/live'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemOf } from './client.ts'

let live: Live
beforeAll(async () => {
  live = await startLive()
})
afterAll(() => live?.stop())

test('it prints what its README says', async () => {
  const environment = { ROSTER_URL: live.url, ROSTER_API_KEY: live.key }
  const { code, output, errors } = await runScript('examples/trpc-client/main.ts', environment)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(masked(output, live.url)).toBe(await printedIn(new URL('README.md', import.meta.url)))
})

test('an error that is no answer has no problem', () => {
  expect(problemOf(new TypeError('fetch failed'))).toBeUndefined()
})
