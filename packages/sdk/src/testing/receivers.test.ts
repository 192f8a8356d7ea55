import { expect, test } from 'vitest'
import { Roster } from '../roster.ts'
import { createMock, type Deliver } from '../testing.ts'

test.each([
  [undefined, 'undefined'],
  ['down', 'down'],
  [new Response(), '[object Response]'],
])('a receiver may throw anything, and later deliveries are made: %o', async (thrown, error) => {
  let answer: Deliver = () => Promise.reject(thrown)
  const mock = createMock({ deliver: (request) => answer(request) })
  const { webhookEndpoints } = new Roster({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off' })
  const { id } = await webhookEndpoints.create({ url: 'https://example.com/hooks', events: ['user.created'] })
  const [first, second] = [mock.emit('user.created'), mock.emit('user.created')]
  await mock.deliverDue()
  answer = () => new Response()
  mock.emit('user.created')
  await mock.deliverDue()
  const deliveries = (await webhookEndpoints.deliveries(id)).data
  const of = ({ id: event }: { id: string }) => deliveries.find(({ event_id }) => event_id === event)
  for (const event of [first, second])
    expect(of(event)).toMatchObject({ status: 'pending', attempts: [{ status_code: null, error }] })
  expect(deliveries.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
})
