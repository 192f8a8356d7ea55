import { type Live, masked, printedIn, startLive, startScript } from '@roster/test/live'
import { register } from '@roster/test/live-sign-in'
import type { ServiceProcess } from '@roster/test/process'
import { freePort } from '@roster/test/raw-requests'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const SCOPES = ['read:users', 'write:users', 'read:orders', 'write:orders', 'read:events']

let live: Live
beforeEach(async () => {
  live = await startLive({ ROSTER_MCP: 'on' })
})
afterEach(() => live?.stop())

describe.each(['official', 'ai-sdk'])('%s.ts prints what the README says', (program) => {
  const file = `examples/agent/${program}.ts`

  test('when somebody has signed in', async () => {
    const redirect = `http://127.0.0.1:${await freePort()}/callback`
    const { clientId, signIn } = await register(live, redirect, SCOPES)
    const agent = startScript(file, { ROSTER_URL: live.url, ROSTER_CLIENT_ID: clientId, REDIRECT_URL: redirect })
    const [asked, page] = await agent.written(/^Sign in at (\S+)\n/)
    await signIn(page!)
    await expectPrinted(agent, asked)
  })

  test('with a key', async () => {
    const agent = startScript(file, { ROSTER_URL: live.url, ROSTER_API_KEY: live.key })
    await expectPrinted(agent)
  })
})

/** What the README says on the standard output, and on the other one what was asked. */
async function expectPrinted(agent: ServiceProcess, asked = ''): Promise<void> {
  const code = await agent.exited()
  expect({ code, output: agent.output() }).toEqual({ code: 0, output: asked + agent.log() })
  expect(masked(agent.log(), live.url)).toBe(await printedIn(new URL('README.md', import.meta.url)))
}
