import type { McpSubscription } from '@modelcontextprotocol/client'
import type { ApiKeysCreateBody } from '@roster/sdk'
import { type Agent, agentAt } from '@roster/test/agent'
import { listenRequest } from '@roster/test/mcp'
import { addressOf, settled, until } from '@roster/test/realtime'
import { type Service, startService } from '@roster/test/service'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

let service: Service
let url: string
const open: McpSubscription[] = []

beforeAll(async () => {
  service = await startService({ mcp: true, realtime: { checkInterval: 50 } })
  url = await addressOf(service.app)
  await service.startEventLog()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  return until(() => (service.counters.open.mcp === 0 ? true : undefined))
})
afterAll(() => service.stop())

let count = 0
const newUser = () =>
  service.admin.sdk.users.create({ name: 'Ada', email: `ada.${count++}@example.com`, role: 'viewer' })

const newKey = (body: Partial<ApiKeysCreateBody> = {}) =>
  service.admin.sdk.apiKeys.create({ name: 'Follower', role: 'admin', scopes: ['read:events', 'read:users'], ...body })

/** An agent, and the URIs that it is told have changed. */
async function follower(secret: string): Promise<Agent & { told: string[] }> {
  const agent = await agentAt(url, { 'x-api-key': secret })
  const told: string[] = []
  agent.client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri))
  return { ...agent, told }
}

async function listen({ client }: Agent, resourceSubscriptions: string[]): Promise<McpSubscription> {
  const subscription = await client.listen({ resourceSubscriptions })
  open.push(subscription)
  return subscription
}

const ORDER = {
  currency: 'EUR',
  items: [{ sku: 'TEA-250', name: 'Green tea', quantity: 2, unit_amount: 1_250 }],
}

const uriOf = ({ id }: { id: string }) => `roster://users/${id}`

test('whoever follows a record is told when it has changed, and of no other', async () => {
  const agent = await follower((await newKey()).secret)
  const [followed, other] = [await newUser(), await newUser()]
  await settled(service)
  await listen(agent, [uriOf(followed)])
  await service.admin.sdk.users.update(other.id, { name: 'Other' })
  await service.admin.sdk.users.update(followed.id, { name: 'Followed' })
  await expect.poll(() => agent.told).toEqual([uriOf(followed)])
  await service.admin.sdk.users.delete(followed.id)
  await expect.poll(() => agent.told).toEqual([uriOf(followed), uriOf(followed)])
})

test('an order is followed at its own URI, below its user', async () => {
  const agent = await follower((await newKey({ scopes: ['read:events', 'read:orders'] })).secret)
  const { id } = await newUser()
  const order = await service.admin.sdk.orders.create(id, ORDER)
  const uri = `roster://users/${id}/orders/${order.id}`
  await settled(service)
  await listen(agent, [uri])
  await service.admin.sdk.orders.update(id, order.id, { status: 'paid' })
  await expect.poll(() => agent.told).toEqual([uri])
})

test('who may not see an event is not told of it, whoever the record belongs to', async () => {
  const [own, others] = [await newUser(), await newUser()]
  const viewer = await follower((await newKey({ role: 'viewer', user_id: own.id })).secret)
  const withoutUsers = await follower((await newKey({ scopes: ['read:events', 'read:orders'] })).secret)
  const { id: user } = await newUser()
  const order = await service.admin.sdk.orders.create(user, ORDER)
  const last = `roster://users/${user}/orders/${order.id}`
  await settled(service)
  await listen(viewer, [uriOf(others), uriOf(own)])
  await listen(withoutUsers, [uriOf(others), uriOf(own), last])
  await service.admin.sdk.users.update(others.id, { name: 'Unseen' })
  await service.admin.sdk.users.update(own.id, { name: 'Seen' })
  await service.admin.sdk.orders.update(user, order.id, { status: 'paid' })
  await expect.poll(() => viewer.told).toEqual([uriOf(own)])
  await expect.poll(() => withoutUsers.told).toEqual([last])
})

test('what no event tells of, and what is no resource, is not among what is followed', async () => {
  const agent = await follower((await newKey()).secret)
  const { honoredFilter } = await listen(agent, ['roster://me', uriOf({ id: 'usr_x' }), 'file:///etc/passwd'])
  expect(honoredFilter).toEqual({ resourceSubscriptions: ['roster://users/usr_x'] })
})

test.each([[['file:///etc/passwd']], [['roster://me']]])(
  'where nothing of %j is followed, the stream ends at once',
  async (uris) => {
    const subscription = await listen(await follower((await newKey()).secret), uris)
    expect(subscription.honoredFilter).toEqual({})
    expect(await subscription.closed).toBe('graceful')
  },
)

test('following takes the scope of events, and of at most 100 records at once', async () => {
  const blind = await follower((await newKey({ scopes: ['read:users'] })).secret)
  await expect(listen(blind, [uriOf({ id: 'usr_x' })])).rejects.toThrow('read:events')
  const agent = await follower((await newKey()).secret)
  const many = Array.from({ length: 101 }, (_, nth) => uriOf({ id: `usr_${nth}` }))
  await expect(listen(agent, many)).rejects.toThrow('at most 100')
  await listen(agent, many.slice(1))
})

test('a caller has as many streams as elsewhere, and one that is closed can be opened again', async () => {
  const agent = await follower((await newKey()).secret)
  const uri = uriOf(await newUser())
  for (let nth = 0; nth < 5; nth++) await listen(agent, [uri])
  await expect(listen(agent, [uri])).rejects.toThrow('5 streams')
  await open.pop()!.close()
  await until(() => (service.counters.open.mcp === 4 ? true : undefined))
  await listen(agent, [uri])
})

test('nobody on the way keeps a stream, or holds it back', async () => {
  const { secret } = await newKey()
  const own = new AbortController()
  const request = listenRequest(uriOf({ id: 'usr_x' }))
  const { headers } = await fetch(`${url}/mcp`, {
    ...request,
    headers: { ...request.headers, 'x-api-key': secret },
    signal: own.signal,
  })
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  own.abort()
})

test('a stream ends with its credential, as the protocol ends one', async () => {
  const { id, secret } = await newKey()
  const subscription = await listen(await follower(secret), [uriOf(await newUser())])
  await service.admin.sdk.apiKeys.revoke(id)
  expect(await subscription.closed).toBe('graceful')
})
