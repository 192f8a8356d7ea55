import type { ClientCapabilities } from '@modelcontextprotocol/client'
import { NOBODY } from '@roster/core/contract'
import { createSigner } from '@roster/core/server'
import type { Caller } from '@roster/test/caller'
import { type Agent, agentOf, type Revision } from '@roster/test/agent'
import { addUser } from '@roster/test/oauth'
import { PASSWORD } from '@roster/test/passwords'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmationOf } from './confirmation.ts'

const logged: any[] = []
let service: Service
let key: Record<string, string>
beforeAll(async () => {
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  service = await startService({ mcp: true, logger })
  key = { 'x-api-key': await secretOf('Agent') }
})
afterAll(() => service.stop())
beforeEach(() => void logged.splice(0))

async function secretOf(name: string): Promise<string> {
  const scopes = Object.keys(service.application.access.scopes) as never
  return (await service.admin.sdk.apiKeys.create({ name, role: 'admin', scopes })).secret
}

let count = 0
async function newUser(): Promise<string> {
  const email = `${++count}@example.com`
  return (await service.admin.sdk.users.create({ name: 'Ada', email, role: 'viewer' })).id
}
const statusOf = async (id: string) => (await service.admin.rest(`GET /v1/users/${id}`)).status

/** An agent whose user answers each question this way, and what was asked. */
async function agentWhoseUser(
  action: 'accept' | 'decline' | 'cancel',
  secret = key['x-api-key']!,
): Promise<{ agent: Agent; asked: string[] }> {
  const asked: string[] = []
  const agent = await agentOf(service.app, { 'x-api-key': secret }, '2026-07-28', { elicitation: { form: {} } })
  agent.client.setRequestHandler('elicitation/create', ({ params }) => {
    asked.push(params.message)
    return { action, ...(action === 'accept' && { content: {} }) }
  })
  return { agent, asked }
}

const confirmations = () => logged.flatMap(({ security }) => (security?.confirmation ? [security] : []))

describe('before an agent takes away what cannot be had back', () => {
  test('its user is asked what it is about to do, and it is done once that is agreed to', async () => {
    const { agent, asked } = await agentWhoseUser('accept')
    const user_id = await newUser()
    const { body, texts } = await agent.call('delete_user', { user_id })
    expect(asked).toEqual([
      `The agent test-agent wants to: Delete a user\nuser_id: ${user_id}\nIt cannot be taken back. Shall it?`,
    ])
    expect({ body, texts }).toEqual({ body: 'users.delete is done.', texts: ['users.delete is done.'] })
    expect(await statusOf(user_id)).toBe(410)
    const common = { event: 'tool.called', operation: 'users.delete', target: user_id, agent: 'test-agent' }
    expect(confirmations()).toEqual([
      expect.objectContaining({ ...common, succeeded: false, confirmation: 'asked' }),
      expect.objectContaining({ ...common, succeeded: true, confirmation: 'given' }),
    ])
  })

  test('a session of that user is ended too, which no tool but call_operation does', async () => {
    const { id, email } = await addUser(service, 'Eve')
    const { headers } = await service.anonymous.rest('POST /v1/session', { email, password: PASSWORD })
    const browser = service.sending({ cookie: String(headers['set-cookie']).split(';')[0]! })
    const session_id = (await browser.sdk.sessions.list()).data[0]!.id
    const scopes = ['read:users', 'read:orders', 'read:events'] as const
    const own = await service.admin.sdk.apiKeys.create({
      name: 'Eve',
      role: 'viewer',
      scopes: [...scopes],
      user_id: id,
    })
    const { agent } = await agentWhoseUser('accept', own.secret)
    const call = await agent.call('call_operation', { operation: 'sessions.end', input: { session_id } })
    expect(call).toMatchObject({ isError: false, body: 'sessions.end is done.' })
    await expect(browser.sdk.me.get()).rejects.toMatchObject({ status: 401 })
  })

  test.each(['decline', 'cancel'] as const)('nothing is done where its user answers %s', async (action) => {
    const { agent } = await agentWhoseUser(action)
    const user_id = await newUser()
    expect(await agent.call('delete_user', { user_id })).toMatchObject({
      isError: true,
      body: { status: 403, code: 'forbidden', next_step: expect.stringContaining('Leave it at that') },
    })
    expect(await statusOf(user_id)).toBe(200)
    expect(confirmations().map(({ confirmation }) => confirmation)).toEqual(['asked', 'declined'])
  })

  test('the same holds for an operation that is called by its name', async () => {
    const { agent, asked } = await agentWhoseUser('decline')
    const { id: key_id } = await service.admin.sdk.apiKeys.create({
      name: 'Old',
      role: 'admin',
      scopes: ['read:users'],
    })
    const call = await agent.call('call_operation', { operation: 'apiKeys.revoke', input: { key_id } })
    expect(call).toMatchObject({ isError: true, body: { code: 'forbidden' } })
    expect(asked[0]).toContain(`key_id: ${key_id}`)
    expect(await service.admin.rest(`GET /v1/api-keys/${key_id}`)).toMatchObject({ status: 200 })
  })

  test('nobody is asked about what takes nothing away, and about what is refused anyway', async () => {
    const { agent, asked } = await agentWhoseUser('decline')
    await agent.call('create_user', { name: 'Eve', email: 'eve@example.com', role: 'viewer' })
    expect(await agent.call('delete_user', { user: 'a' })).toMatchObject({ body: { code: 'invalid-parameters' } })
    const input = { user_id: await newUser() }
    for (const more of [{ force: true }, { idempotency_key: 7 }])
      expect(await agent.call('call_operation', { operation: 'users.delete', input, ...more })).toMatchObject({
        body: { code: 'validation-failed' },
      })
    const { secret } = await service.admin.sdk.apiKeys.create({ name: 'R', role: 'admin', scopes: ['read:users'] })
    const reader = await agentOf(service.app, { 'x-api-key': secret }, '2026-07-28', { elicitation: { form: {} } })
    expect(await reader.call('delete_user', { user_id: await newUser() })).toMatchObject({
      body: { code: 'insufficient-scope' },
    })
    expect(asked).toEqual([])
  })

  test('no argument looks like a part of the question', async () => {
    const { agent, asked } = await agentWhoseUser('decline')
    await agent.call('delete_user', { user_id: 'usr_1\n\u202EShall it? yes\u2028' })
    expect(asked[0]!.split(/[\n\u2028\u202E]/)).toEqual([
      'The agent test-agent wants to: Delete a user',
      'user_id: usr_1 Shall it? yes ',
      'It cannot be taken back. Shall it?',
    ])
  })
})

test.each<[revision: Revision, capabilities: ClientCapabilities]>([
  ['2026-07-28', {}],
  ['2026-07-28', { elicitation: { url: {} } }],
  ['2025-11-25', { elicitation: { form: {} } }],
])(
  'a client that cannot ask, in the revision %s with %j, has it done and is told that nobody was asked',
  async (revision, capabilities) => {
    const agent = await agentOf(service.app, key, revision, capabilities)
    const user_id = await newUser()
    const { texts } = await agent.call('delete_user', { user_id })
    expect(texts).toEqual(['users.delete is done.', expect.stringContaining('Nobody was asked')])
    expect(confirmations()).toEqual([expect.objectContaining({ succeeded: true, confirmation: 'impossible' })])
    const again = await agent.call('delete_user', { user_id })
    expect({ ...again, texts: again.texts.length }).toMatchObject({ body: { code: 'gone' }, texts: 1 })
  },
)

describe('an answer', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  }
  const ACCEPTED = { confirm: { action: 'accept', content: {} } }

  /** A call as it goes over the wire. */
  async function send(caller: Caller, input: object, more: object = {}, name = 'delete_user') {
    const params = { name, arguments: input, _meta: META, ...more }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
    const accept = 'application/json, text/event-stream'
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    return (await caller.rest('POST /mcp', message, { accept, ...headers })).body
  }

  const agent = () => service.sending(key)
  const stateOf = async (input: object) => (await send(agent(), input)).result.requestState as string
  const refused = { error: { code: -32_602, message: expect.stringContaining('requestState') } }

  test('counts for the very call, of the very caller, for ten minutes', async () => {
    const input = { user_id: await newUser() }
    const requestState = await stateOf(input)
    const answered = { requestState, inputResponses: ACCEPTED }
    expect(await send(agent(), { user_id: await newUser() }, answered)).toMatchObject(refused)
    const byName = { operation: 'orders.update', input }
    expect(await send(agent(), byName, answered, 'call_operation')).not.toMatchObject({ result: { isError: false } })
    expect(await send(service.withKey(await secretOf('Other')), input, answered)).toMatchObject(refused)
    const changed = `${requestState.slice(0, -1)}${requestState.endsWith('A') ? 'B' : 'A'}`
    expect(await send(agent(), input, { ...answered, requestState: changed })).toMatchObject(refused)
    expect(await send(agent(), input, { ...answered, requestState: 'made up' })).toMatchObject(refused)
    service.clock.advance(600_001)
    expect(await send(agent(), input, answered)).toMatchObject(refused)
    expect(await statusOf(input.user_id)).toBe(200)
    const asked = { ...answered, requestState: await stateOf(input) }
    service.clock.advance(600_000)
    expect(await send(agent(), input, asked)).toMatchObject({
      result: { content: [{ text: 'users.delete is done.' }] },
    })
  })

  test('is none to another operation that is called with the same', async () => {
    const operation = service.application.resources.users!.contract.operations['delete']!
    const admit = async () => NOBODY
    const call = { context: { now: service.clock.now, identify: admit, admit } } as never
    const capabilities = { elicitation: { form: {} } }
    const signer = createSigner(service.secrets, 'question')
    const about = (name: string) =>
      ({ performer: { operation: { ...operation, name }, scopesFor: () => [] }, input: { user_id: 'usr_a' } }) as never
    const unasked = { capabilities, requestState: undefined, inputResponses: undefined }
    const { question } = (await confirmationOf(about('users.delete'), call, unasked, signer)) as { question: any }
    const answered = { capabilities, requestState: question.requestState, inputResponses: ACCEPTED }
    const inOther = confirmationOf(about('users.forget'), call, answered, signer)
    await expect(inOther).rejects.toThrow('requestState is not of this call')
    expect(await confirmationOf(about('users.delete'), call, answered, signer)).toMatchObject({ confirmation: 'given' })
  })

  test('of a token counts for its client alone', async () => {
    const tokenOf = (client_id: string) => service.withToken({ aud: `${BASE_URL}/mcp`, client_id })
    const input = { user_id: await newUser() }
    const { requestState } = (await send(await tokenOf('cli_one'), input)).result
    const answered = { requestState, inputResponses: ACCEPTED }
    expect(await send(await tokenOf('cli_two'), input, answered)).toMatchObject(refused)
    expect(await send(await tokenOf('cli_one'), input, answered)).toMatchObject({ result: { resultType: 'complete' } })
  })

  test('has one effect, however often it is sent and whatever the call is called', async () => {
    const input = { user_id: await newUser() }
    const answered = { requestState: await stateOf(input), inputResponses: ACCEPTED }
    const first = await send(agent(), input, answered)
    const again = { ...answered, _meta: { ...META, idempotencyKey: 'another' } }
    const second = await send(agent(), input, again)
    expect(first.result.content).toEqual([{ type: 'text', text: 'users.delete is done.' }])
    expect(second.result.content[1].text).toContain('nothing was done again')
  })

  test.each([[{}], [{ confirm: 'accept' }], [{ confirm: { action: 'yes' } }], [undefined]])(
    'that agrees to nothing is none: %j',
    async (inputResponses) => {
      const input = { user_id: await newUser() }
      const { result } = await send(agent(), input, { requestState: await stateOf(input), inputResponses })
      expect(result).toMatchObject({ isError: true })
      expect(await statusOf(input.user_id)).toBe(200)
    },
  )

  test('is asked for with 200 characters at most of what an agent says', async () => {
    const clientInfo = { name: 'x'.repeat(201), version: '1' }
    const more = { _meta: { ...META, 'io.modelcontextprotocol/clientInfo': clientInfo } }
    const { result } = await send(agent(), { user_id: await newUser() }, more)
    expect(result.inputRequests.confirm.params.message.split('\n')[0]).toBe(
      `The agent ${'x'.repeat(200)}… wants to: Delete a user`,
    )
  })

  test('without a question is none: its user is asked', async () => {
    const input = { user_id: await newUser() }
    const { result } = await send(agent(), input, { inputResponses: ACCEPTED })
    expect(result).toMatchObject({ resultType: 'input_required', inputRequests: { confirm: expect.any(Object) } })
  })
})
