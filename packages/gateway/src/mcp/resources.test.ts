import { ProtocolError } from '@modelcontextprotocol/client'
import { type Agent, agentOf, REVISIONS } from '@roster/test/agent'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resourcesOf } from './resources.ts'

let service: Service
let agent: Agent
let key: Record<string, string>
let ada: { id: string; email: string }

beforeAll(async () => {
  service = await startService({ mcp: true })
  const { secret } = await service.admin.sdk.apiKeys.create({
    name: 'Reader',
    role: 'admin',
    scopes: ['read:users', 'read:orders', 'read:events'],
  })
  key = { 'x-api-key': secret }
  agent = await agentOf(service.app, key)
  ada = await service.admin.sdk.users.create({ name: 'Ada', email: 'ada@example.com', role: 'viewer' })
})
afterAll(() => service.stop())

/** What reading is refused with. */
async function refusal(uri: string, reader = agent): Promise<{ code: number; data: any }> {
  const error = await reader.client.readResource({ uri }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ProtocolError)
  return error as ProtocolError & { data: any }
}

test('records are resources whose URIs begin with the name of the application', async () => {
  const { resourceTemplates } = await agent.client.listResourceTemplates()
  const { resources } = await agent.client.listResources()
  expect(resourceTemplates.map(({ name, uriTemplate }) => [name, uriTemplate])).toEqual([
    ['users.get', 'roster://users/{user_id}'],
    ['orders.get', 'roster://users/{user_id}/orders/{order_id}'],
    ['apiKeys.get', 'roster://api-keys/{key_id}'],
    ['oauthClients.get', 'roster://oauth-clients/{client_id}'],
    ['exports.get', 'roster://exports/{export_id}'],
    ['webhookEndpoints.get', 'roster://webhook-endpoints/{endpoint_id}'],
  ])
  expect(resources).toMatchObject([{ name: 'me.get', uri: 'roster://me', mimeType: 'application/json' }])
})

test('an agent is told of a resource what it is told of its tool, else what the operation says', async () => {
  const { resourceTemplates } = await agent.client.listResourceTemplates()
  const { users, apiKeys } = service.application.resources
  const { agent: tool } = users!.contract.operations['get']!
  expect(resourceTemplates.find(({ name }) => name === 'users.get')).toMatchObject({ description: tool!.description })
  expect(resourceTemplates.find(({ name }) => name === 'apiKeys.get')).toMatchObject({
    description: apiKeys!.contract.operations['get']!.description,
  })
})

test('the scheme of an application whose name has an underscore has a hyphen', () => {
  const operation = service.application.resources.users!.contract.operations['get']!
  const { templates } = resourcesOf([{ operation } as never], { slug: 'our_roster' } as never, '/v1', [])
  expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual(['our-roster://users/{user_id}'])
})

test('a URI may have any of its letters percent-encoded', async () => {
  const uri = `roster://users/${ada.id.replace('u', '%75')}`
  const { contents } = await agent.client.readResource({ uri })
  expect(contents).toMatchObject([{ uri, text: expect.stringContaining(ada.id) }])
})

test.each(REVISIONS)('in the revision %s a record is read as its operation answers', async (revision) => {
  const { client } = await agentOf(service.app, key, revision)
  const uri = `roster://users/${ada.id}`
  const { contents } = await client.readResource({ uri })
  expect(contents).toEqual([{ uri, mimeType: 'application/json', text: expect.any(String) }])
  expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(await service.admin.sdk.users.get(ada.id))
})

test('what is not there, or is no URI of a resource, is an error that names the URI', async () => {
  for (const uri of [
    'roster://users/usr_none',
    'roster://users',
    'roster://users/',
    `roster://users/${ada.id}/`,
    `roster://users/${ada.id}?fields=id`,
    'roster://users/%E0%A4%A',
    'roster://users/..%2Fapi-keys',
    `robber://users/${ada.id}`,
    `roster://users/${'x'.repeat(2_000)}`,
    'file:///etc/passwd',
    '__proto__',
  ])
    expect(await refusal(uri)).toMatchObject({ code: -32_602, data: { uri } })
})

test('reading takes the scope of the operation, which the error names with what to do', async () => {
  expect(await refusal('roster://api-keys/key_none')).toMatchObject({
    code: -32_000,
    data: { code: 'insufficient-scope', detail: expect.stringContaining('manage:keys'), next_step: expect.any(String) },
  })
})

test("another's record is refused in the same words as a missing one", async () => {
  const eve = await service.admin.sdk.users.create({ name: 'Eve', email: 'eve@example.com', role: 'viewer' })
  const { secret } = await service.admin.sdk.apiKeys.create({
    name: 'Eve',
    role: 'viewer',
    scopes: ['read:users'],
    user_id: eve.id,
  })
  const own = await agentOf(service.app, { 'x-api-key': secret })
  expect((await own.client.readResource({ uri: `roster://users/${eve.id}` })).contents).toHaveLength(1)
  const withoutNames = ({ code, data }: { code: number; data: any }) => {
    const { uri: _, request_id: __, ...rest } = data
    return { code, ...rest }
  }
  const others = withoutNames(await refusal(`roster://users/${ada.id}`, own))
  expect(others).toEqual(withoutNames(await refusal('roster://users/usr_none', own)))
})
