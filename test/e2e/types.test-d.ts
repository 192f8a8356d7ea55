/** What the published types say; the test of the package compiles this as a project of its own would. */
import {
  APIError,
  type ErrorCode,
  type Order,
  type Page,
  RateLimitError,
  type RequestInput,
  Roster,
  type Selected,
  type User,
} from '@roster/sdk'
import { connect, type LiveEvent, type SocketEvents, subscribe } from '@roster/sdk/realtime'
import { verifyWebhook } from '@roster/sdk/webhooks'

/** Whether two types are the same; `any` is none but itself. */
type Same<A, B> = [A, B, keyof A] extends [B, A, keyof B] ? (0 extends A & 1 ? false : true) : false

const roster = new Roster({ apiKey: undefined as string | undefined })

const user = await roster.users.get('usr_1', { signal: undefined })
true satisfies Same<typeof user, User>
true satisfies Same<User['role'], 'admin' | 'viewer'>
true satisfies Same<User['created_at'], string>

const unchanged = await roster.users.get('usr_1', { ifNoneMatch: '"1"' })
true satisfies Same<typeof unchanged, User | null>

const { data, response, requestId } = await roster.orders.get('usr_1', 'ord_1').withResponse()
true satisfies Same<typeof data, Order>
true satisfies Same<typeof response, Response>
true satisfies Same<typeof requestId, string | undefined>

const gone = await roster.users.delete('usr_1', { ifMatch: '"1"' })
true satisfies Same<typeof gone, void>

const page = await roster.users.list({ role: 'admin' })
true satisfies Same<typeof page, Page<User>>
for await (const each of roster.users.list()) true satisfies Same<typeof each, User>
for await (const each of roster.users.list({ fields: 'name' })) {
  true satisfies Same<typeof each, Selected<User>>
  true satisfies Same<typeof each.id, string>
  true satisfies Same<typeof each.name, string | undefined>
}

const bytes: ReadableStream<Uint8Array> = await roster.exports.download('exp_1', { resumeFrom: 1 })
const made = await roster.exports.createAndWait({ format: 'csv' }, { onProgress: ({ progress }) => progress.done })
true satisfies Same<typeof made.status, 'pending' | 'running' | 'succeeded' | 'failed'>

export function explain(error: unknown): string {
  if (error instanceof RateLimitError) true satisfies Same<typeof error.retryAfter, number | undefined>
  if (!(error instanceof APIError)) return ''
  true satisfies Same<typeof error.code, ErrorCode | undefined>
  switch (error.code) {
    case 'email-taken':
      return 'taken'
    // @ts-expect-error -- There is no such code.
    case 'email-take':
      return ''
    default:
      return error.message
  }
}

const event = await verifyWebhook(new Uint8Array(), new Headers(), ['whsec_a', 'whsec_b'], { now: () => new Date() })
if (event.event === 'user.created') true satisfies Same<typeof event.data, User>
if (event.event === 'user.deleted') true satisfies Same<typeof event.data, { id: string }>
if (event.event === 'order.cancelled') true satisfies Same<typeof event.data, Order>
await verifyWebhook('', { 'webhook-id': ['a'], other: undefined }, 'whsec_')

for await (const live of subscribe(roster, { signal: undefined })) {
  true satisfies Same<typeof live, LiveEvent>
  if (live.event === 'order.created') true satisfies Same<typeof live.data, Order>
}
for await (const live of subscribe(roster, { types: ['user.created', 'user.updated'], after: '1:42' })) {
  true satisfies Same<typeof live.event, 'user.created' | 'user.updated'>
  true satisfies Same<typeof live.data, User>
  true satisfies Same<typeof live.cursor, string>
}
export const received: LiveEvent = event

const socket = connect(roster, { WebSocket: undefined, user: 'Ada' })
const off = socket.on('push', (push) => {
  if (push.event === 'user.updated') true satisfies Same<typeof push.data, User>
})
true satisfies Same<typeof off, () => void>
socket.on('message', (message) => true satisfies Same<typeof message.from, string>)
const { cursor } = await socket.subscribe('users', { after: '1:42' })
true satisfies Same<typeof cursor, string>

// @ts-expect-error -- There is no such event.
void subscribe(roster, { types: ['user.updatd'] })
// @ts-expect-error -- A socket tells no such thing.
socket.on('pushed', () => {})
// @ts-expect-error -- A role that there is not.
void roster.users.create({ name: 'Ada', email: 'ada@example.com', role: 'owner' })
// @ts-expect-error -- A member is missing.
void roster.users.create({ name: 'Ada', email: 'ada@example.com' })
// @ts-expect-error -- An order is of a user.
void roster.orders.get('ord_1')
// @ts-expect-error -- Reads are not conditional on the record being the same.
void roster.users.get('usr_1', { ifMatch: '"1"' })
// @ts-expect-error -- A parsed body cannot be verified.
void verifyWebhook({ event: 'user.created' }, new Headers(), 'whsec_')

export { bytes }

// The mock: records and events have their types.
import { createMock, type MockDatabase } from '@roster/sdk/testing'

const mock = createMock({ seed: 1, users: 50, clock: () => new Date() })
export const mocked = new Roster({ apiKey: 'test', fetch: mock.fetch })
mock.db.users.map(({ email }) => email satisfies string)
mock.db satisfies MockDatabase
mock.emit('user.updated', { name: 'Ada' }).data.email satisfies string
for (const secret of [undefined, mock.webhookSecret, [mock.webhookSecret]])
  void mock.deliverWebhook('https://example.com', 'user.updated', { secret })
// @ts-expect-error -- there is no such event
mock.emit('user.renamed')
// @ts-expect-error -- a name is text
mock.emit('user.updated', { name: 1 })

// What a module exports without an annotation has types that its declarations can name.
export const file = roster.exports.download('exp_1')
export const { product } = roster
export const limits = roster.limitsOf({})
export const queryOf = ({ query }: RequestInput) => query
export const idsOf = ({ ids }: RequestInput) => ids
export const lost = new Promise<SocketEvents['reconnecting']>((resolve) => socket.on('reconnecting', resolve))
export const loss = await lost
export const emitted = mock.emit('order.created')
