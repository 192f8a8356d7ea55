import { createMock, type Deliver } from '../testing.ts'
import { Roster } from '../roster.ts'
import { beforeEach, expect, test } from 'vitest'

let answer: Deliver = () => new Response()
let received: Request[] = []
const mock = createMock({
  deliver(request) {
    received.push(request)
    return answer(request)
  },
})
const roster = new Roster({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off' })

beforeEach(() => {
  mock.reset()
  answer = () => new Response()
  received = []
})

const endpoint = () => roster.webhookEndpoints.create({ url: 'https://example.com/hooks', events: ['user.created'] })
const addUser = (name: string) =>
  roster.users.create({ name, email: `${name.toLowerCase()}@example.com`, role: 'viewer' })
const deliveriesTo = async (id: string) => (await roster.webhookEndpoints.deliveries(id)).data

test.each<[string, (response: Response) => unknown]>([
  ['cloned', (response) => void response.clone()],
  ['read', (response) => response.text()],
])('a test may look at the answer of its receiver, which is %s', async (_how, look) => {
  const { id } = await endpoint()
  answer = async () => {
    const response = new Response('Thanks')
    await look(response)
    return response
  }
  await addUser('Lin')
  await mock.deliverDue()
  expect((await deliveriesTo(id))[0]).toMatchObject({ status: 'succeeded', attempts: [{ status_code: 200 }] })
})

test('what is queued again while it is under way is delivered again', async () => {
  const { id } = await endpoint()
  answer = async () => {
    answer = () => new Response()
    const [delivery] = await deliveriesTo(id)
    await roster.webhookEndpoints.redeliver(id, delivery!.id)
    return new Response()
  }
  await addUser('Lin')
  await mock.deliverDue()
  expect(received).toHaveLength(2)
  expect((await deliveriesTo(id))[0]).toMatchObject({ status: 'succeeded', attempts: [{}, {}] })
})

test('what an endpoint may no longer be sent is not sent again after a failure that was under way', async () => {
  const { id } = await endpoint()
  const { secret } = await roster.apiKeys.create({ name: 'Hooks', role: 'admin', scopes: ['manage:webhooks', 'read:orders', 'read:events', 'read:users'] }) // prettier-ignore
  const handler = new Roster({ apiKey: secret, fetch: mock.fetch, logLevel: 'off' })
  answer = async () => {
    await handler.webhookEndpoints.update(id, { events: ['order.created'] })
    return new Response(null, { status: 500 })
  }
  await addUser('Lin')
  await mock.deliverDue()
  expect((await deliveriesTo(id))[0]).toMatchObject({ status: 'failed', next_attempt_at: null, attempts: [{}] })
})
