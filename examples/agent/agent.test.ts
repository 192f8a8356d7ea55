import { type Live, masked, printedIn, runScript, startLive } from '@roster/test/live'
import { afterEach, beforeEach, expect, test } from 'vitest'

let live: Live
beforeEach(async () => {
  live = await startLive({ ROSTER_MCP: 'on' })
})
afterEach(() => live?.stop())

test.each(['official', 'ai-sdk'])('%s.ts prints what the README says', async (program) => {
  const environment = { ROSTER_URL: live.url, ROSTER_API_KEY: live.key }
  const { code, output, errors } = await runScript(`examples/agent/${program}.ts`, environment)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(masked(output, live.url)).toBe(await printedIn(new URL('README.md', import.meta.url)))
})
