/** What the published types say; the test of the package compiles this as a project of its own would. */
import {
  APIError,
  type ErrorCode,
  type Order,
  type Page,
  RateLimitError,
  Roster,
  type Selected,
  type User,
} from '@roster/sdk'
import { verifyWebhook } from '@roster/sdk/webhooks'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const is = <_ extends true>() => {}

const roster = new Roster({ apiKey: undefined as string | undefined })

const user = await roster.users.get('usr_1', { signal: undefined })
is<Same<typeof user, User>>()
is<Same<User['role'], 'admin' | 'viewer'>>()
is<Same<User['created_at'], string>>()

const unchanged = await roster.users.get('usr_1', { ifNoneMatch: '"1"' })
is<Same<typeof unchanged, User | null>>()

const { data, response, requestId } = await roster.orders.get('usr_1', 'ord_1').withResponse()
is<Same<typeof data, Order>>()
is<Same<typeof response, Response>>()
is<Same<typeof requestId, string | undefined>>()

const gone = await roster.users.delete('usr_1', { ifMatch: '"1"' })
is<Same<typeof gone, void>>()

const page = await roster.users.list({ role: 'admin' })
is<Same<typeof page, Page<User>>>()
for await (const each of roster.users.list()) is<Same<typeof each, User>>()
for await (const each of roster.users.list({ fields: 'name' })) {
  is<Same<typeof each, Selected<User>>>()
  is<Same<typeof each.id, string>>()
  is<Same<typeof each.name, string | undefined>>()
}

const bytes: ReadableStream<Uint8Array> = await roster.exports.download('exp_1', { resumeFrom: 1 })
const made = await roster.exports.createAndWait({ format: 'csv' }, { onProgress: ({ progress }) => progress.done })
is<Same<typeof made.status, 'pending' | 'running' | 'succeeded' | 'failed'>>()

export function explain(error: unknown): string {
  if (error instanceof RateLimitError) is<Same<typeof error.retryAfter, number | undefined>>()
  if (!(error instanceof APIError)) return ''
  is<Same<typeof error.code, ErrorCode | undefined>>()
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
if (event.event === 'user.created') is<Same<typeof event.data, User>>()
if (event.event === 'user.deleted') is<Same<typeof event.data, { id: string }>>()
if (event.event === 'order.cancelled') is<Same<typeof event.data, Order>>()
await verifyWebhook('', { 'webhook-id': ['a'], other: undefined }, 'whsec_')

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
