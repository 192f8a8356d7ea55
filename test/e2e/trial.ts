/** What users do with the client, in one program; `runtimes.test.ts` runs it from the published package wherever the client is to run. */
import { NotFoundError, Roster } from '@roster/sdk'
import { connect, subscribe } from '@roster/sdk/realtime'
import { createMock } from '@roster/sdk/testing'
import { signWebhook, verifyWebhook } from '@roster/sdk/webhooks'

/** What came of it, as JSON. */
export type TrialResult = Record<string, unknown>

export async function trial(baseUrl: string, apiKey: string): Promise<TrialResult> {
  const roster = new Roster({ baseUrl, apiKey, logLevel: 'off' })
  return {
    calls: await calls(roster),
    failures: await failures(roster),
    stream: await stream(roster),
    socket: await socket(roster),
    webhooks: await webhooks(),
    mock: await mocked(),
  }
}

let count = 0
const person = (name: string) =>
  ({ name, email: `${name}.${Date.now()}.${++count}@example.com`, role: 'viewer' }) as const
const nameOf = (error: unknown) => (error as Error).name

async function calls(roster: Roster): Promise<TrialResult> {
  const { id, version } = await roster.users.create(person('Zoë'))
  const { response, requestId } = await roster.users.get(id).withResponse()
  const etag = response.headers.get('etag') ?? undefined
  const unchanged = await roster.users.get(id, { ifNoneMatch: etag })
  const { name } = await roster.users.update(id, { name: 'Zoë 😀' }, { ifMatch: etag })
  let listed = 0
  for await (const user of roster.users.list({ limit: 1, role: 'viewer' })) listed += user.id === id ? 1 : 0
  return { version, unchanged, name, listed, requestId: requestId?.slice(0, 4) }
}

async function failures(roster: Roster): Promise<TrialResult> {
  const missing: unknown = await roster.users.get('usr_none').catch((error) => error)
  const aborted = await roster.me.get({ signal: AbortSignal.abort() }).catch(nameOf)
  const late = await roster.me.get({ timeout: 0, maxRetries: 0 }).catch(nameOf)
  // A port that nobody can listen on.
  const nowhere = new Roster({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', maxRetries: 0, logLevel: 'off' })
  const unreachable = await nowhere.me.get().catch(nameOf)
  return { missing: missing instanceof NotFoundError && missing.code, aborted, late, unreachable }
}

async function stream(roster: Roster): Promise<unknown> {
  const { data } = await roster.events.list({ limit: 1 })
  const { id } = await roster.users.create(person('Ada'))
  for await (const event of subscribe(roster, { types: ['user.created'], after: data[0]?.cursor }))
    if (event.data.id === id) return event.data.name
  return undefined
}

async function socket(roster: Roster): Promise<unknown> {
  if (!('WebSocket' in globalThis)) return messageOf(() => connect(roster))
  const open = connect(roster)
  await open.subscribe('users')
  const pushed = new Promise<unknown>((resolve) => open.on('push', ({ event }) => resolve(event)))
  await roster.users.create(person('Grace'))
  await open.send('lobby', 'Hello')
  const event = await pushed
  await open.close()
  return event
}

function messageOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return (error as Error).message
  }
}

async function webhooks(): Promise<TrialResult> {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const text = JSON.stringify({ event: 'user.deleted', id: 'evt_1', data: { id: 'usr_1' } })
  const bytes = new TextEncoder().encode(text)
  const headers = await signWebhook(text, { id: 'evt_1', secret })
  const [ofText, ofBytes] = await Promise.all([text, bytes].map((body) => verifyWebhook(body, headers, secret)))
  const forged = await verifyWebhook(`${text} `, new Headers(headers), secret).catch(({ reason }) => reason)
  return { ofText: ofText!.event, ofBytes: ofBytes!.event, forged }
}

async function mocked(): Promise<TrialResult> {
  const mock = createMock({ users: 25 })
  const roster = new Roster({ apiKey: 'test', fetch: mock.fetch, logLevel: 'off' })
  let listed = 0
  for await (const user of roster.users.list({ limit: 10 })) listed += user.id ? 1 : 0
  const events = subscribe(roster, { types: ['user.created'] })
  const [heard] = await Promise.all([
    events.next(),
    new Promise((open) => setTimeout(open, 50)).then(() => mock.emit('user.created')),
  ])
  await events.return()
  const delivered = await mock.deliverWebhook(
    async (request) =>
      Response.json((await verifyWebhook(await request.text(), request.headers, mock.webhookSecret)).event),
    'order.created',
  )
  mock.faults.dropConnection()
  const dropped = await roster.me.get({ maxRetries: 0 }).catch(nameOf)
  return { listed, heard: heard.value?.event, delivered: await delivered.json(), dropped }
}
