import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { agentDocument, withDocument } from '@roster/test/client-documents'
import { type Live, masked, printedIn, startLive, startScript } from '@roster/test/live'
import { addPerson, register, type SignIn } from '@roster/test/live-sign-in'
import type { ServiceProcess } from '@roster/test/process'
import { freePort } from '@roster/test/raw-requests'
import { Receiver } from '@roster/test/receiver'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const SCOPES = ['read:users', 'write:users', 'read:orders', 'write:orders', 'read:events']

/** Holds the agent's metadata document, for a service on this machine that trusts its certificate. */
let documents: Receiver
let live: Live
let signIn: SignIn
let redirect: string
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roster-agent-'))
  redirect = `http://127.0.0.1:${await freePort()}/callback`
  const certificate = hasOpenssl ? certificateFor('127.0.0.1', folder) : undefined
  documents = await Receiver.start(withDocument({}), certificate)
  live = await startLive({
    ROSTER_MCP: 'on',
    NODE_EXTRA_CA_CERTS: certificate?.files.cert ?? '',
  })
  signIn = await addPerson(live)
})
afterEach(async () => {
  await live?.stop()
  await documents?.stop()
  await rm(folder, { recursive: true })
})

describe.each(['official', 'ai-sdk'])('%s.ts prints what the README says', (program) => {
  const file = `examples/agent/${program}.ts`

  async function expectSignedIn(clientId: string): Promise<void> {
    const agent = startScript(file, { ROSTER_URL: live.url, ROSTER_CLIENT_ID: clientId, REDIRECT_URL: redirect })
    const [asked, page] = await agent.written(/^Sign in at (\S+)\n/)
    await signIn(page!)
    await expectPrinted(agent, asked)
  }

  test('when somebody has signed in', async () => {
    await expectSignedIn(await register(live, redirect, SCOPES))
  })

  test.skipIf(!hasOpenssl)('when somebody has signed in for one that its metadata document names', async () => {
    const client_id = `https://127.0.0.1:${documents.port}/client.json`
    documents.answer = withDocument(agentDocument({ client_id, client_name: 'Tea', redirect_uris: [redirect] }))
    await expectSignedIn(client_id)
    expect(documents.received).toHaveLength(1)
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
