import { application } from '@roster/test/conformance/application'
import { inapplicable } from '@roster/test/conformance/inapplicable'
import { front, judge, judgeAuthorization } from '@roster/test/conformance/judge'
import { EXAMPLE_SECRET } from '@roster/test/examples'
import { type Live, run, startLive } from '@roster/test/live'
import { addPerson, register } from '@roster/test/live-sign-in'
import { freePort } from '@roster/test/raw-requests'
import { addressOf } from '@roster/test/realtime'
import { Clock, type Service, startService } from '@roster/test/service'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe('the judge of the protocol finds nothing but what does not apply', () => {
  let service: Service
  let served: { url: string; stop: () => void }

  beforeAll(async () => {
    const allowsOrigin = (origin: string) => new URL(origin).hostname === 'localhost'
    service = await startService({ application, mcp: true, allowsOrigin, clock: Clock.atPresent() })
    const key = { name: 'Judge', role: 'admin', scopes: ['read:users', 'read:events'] } as const
    const { secret } = await service.admin.sdk.apiKeys.create({ ...key, scopes: [...key.scopes] })
    served = await front(await addressOf(service.app), { 'x-api-key': secret })
  })
  afterAll(async () => {
    served.stop()
    await service.stop()
  })

  test.each(Object.keys(inapplicable))('in the revision %s', async (revision) => {
    const findings = await judge(`${served.url}/mcp`, revision)
    const others = Object.entries(findings).filter(([, status]) => status !== 'SUCCESS' && status !== 'INFO')
    const expected = inapplicable[revision]!.flatMap(({ checks }) => Object.entries(checks))
    expect(Object.fromEntries(others)).toEqual(Object.fromEntries(expected))
    // It has looked at all the rest.
    expect(Object.keys(findings).length).toBeGreaterThan(expected.length + 20)
  })
})

test('the judge of the protocol gets a token for agents from the authorization server, and finds nothing', async () => {
  const live = await startLive({ ROSTER_MCP: 'on' })
  try {
    const port = await freePort()
    const signIn = await addPerson(live)
    const clientId = await register(live, `http://127.0.0.1:${port}/callback`, ['read:users', 'read:orders'])
    const findings = await judgeAuthorization(live.url, { clientId, signIn, port, resource: `${live.url}/mcp` })
    expect(findings).toEqual({
      'authorization-code-grant/authorization-code-grant': 'SUCCESS',
      'authorization-server-metadata-endpoint/authorization-server-metadata': 'SUCCESS',
      'authorization-server-metadata-endpoint/authorization-server-metadata-cimd': 'SUCCESS',
    })
  } finally {
    await live.stop()
  }
})

describe('the inspector of the protocol', () => {
  const INSPECTOR = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'
  let live: Live
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inspector-'))
    live = await startLive({ ROSTER_MCP: 'on' })
  })
  afterAll(async () => {
    await live.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function inspect(method: string, ...options: string[]) {
    const environment = { MCP_CATALOG_PATH: join(folder, 'catalog.json'), HOME: folder }
    const target = [`${live.url}/mcp`, '--transport', 'http', '--header', `X-API-Key: ${EXAMPLE_SECRET}`]
    const args = ['scripts/run.cjs', INSPECTOR, '--cli', ...target, '--method', method, ...options]
    const { code, output, errors } = await run([process.execPath, ...args], environment)
    return { code, errors, body: output === '' ? undefined : JSON.parse(output) }
  }

  test('finds no tool that clients could not take, and of nullable members alone that some cannot', async () => {
    const { code, errors, body } = await inspect('tools/list', '--strict', '--protocol-era', 'modern')
    expect({ code, said: code === 0 ? '' : errors }).toEqual({ code: 0, said: '' })
    expect(body.tools.map(({ name }: { name: string }) => name)).toContain('find_users')
    const issues = [...errors.matchAll(/(?:Warning|Error): tool "(\w+)"\n +Path: (\S+)/g)].map(([, tool, path]) => `${tool} ${path}`) // prettier-ignore
    expect(issues).toEqual(['find_users outputSchema.properties.next_cursor', 'list_orders outputSchema.properties.next_cursor']) // prettier-ignore
  })

  test.each(['modern', 'legacy'])('calls a tool and reads a record, of the %s era', async (era) => {
    const called = await inspect(
      'tools/call',
      '--tool-name',
      'find_users',
      '--tool-arg',
      'limit=1',
      '--protocol-era',
      era,
    )
    expect(called).toMatchObject({ code: 0, body: { structuredContent: { data: [], has_more: false } } })
    const read = await inspect('resources/read', '--uri', 'roster://me', '--protocol-era', era)
    expect(read).toMatchObject({ code: 0, body: { contents: [{ uri: 'roster://me', mimeType: 'application/json' }] } })
  })
})
