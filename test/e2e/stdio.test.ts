import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { agentOver, REVISIONS } from '@roster/test/agent'
import { EXAMPLE_SECRET } from '@roster/test/examples'
import { type Live, run, startLive } from '@roster/test/live'
import { bare } from '@roster/test/process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMMAND = ['scripts/run.cjs', 'packages/api/src/main.ts', 'mcp']

let live: Live
beforeAll(async () => {
  live = await startLive({ ROSTER_MCP: 'on' })
})
afterAll(() => live.stop())

test.each(REVISIONS)(
  'an agent that starts `roster mcp` is served by the service that runs, in %s',
  async (revision) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...COMMAND, live.url],
      env: bare({ ROSTER_API_KEY: EXAMPLE_SECRET }),
      cwd: ROOT,
      stderr: 'pipe',
    })
    const agent = await agentOver(transport, revision)
    const email = `local.${revision}@example.com`
    const made = await agent.call('create_user', { name: 'Local', email, role: 'viewer' })
    expect(made).toMatchObject({ isError: false, body: { email } })
    await agent.client.close()
  },
)

test.each<[what: string, environment: Record<string, string>, args: string[], told: string]>([
  ['without a key', {}, [], 'ROSTER_API_KEY must be set'],
  ['with a key that is none', { ROSTER_API_KEY: 'secret' }, [], 'ROSTER_API_KEY must be the secret of the API key'],
  [
    'at an address that others could read on the way',
    { ROSTER_API_KEY: EXAMPLE_SECRET },
    ['http://example.com'],
    'https address',
  ],
])('%s it ends at once, says why, and writes nothing to the agent', async (_what, environment, args, told) => {
  const { code, output, errors } = await run([process.execPath, ...COMMAND, ...args], environment)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toContain(told)
  expect(errors).not.toContain(EXAMPLE_SECRET)
})
