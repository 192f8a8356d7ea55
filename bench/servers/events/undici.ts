import { createHmac } from 'node:crypto'
import { Agent, request } from 'undici'
import { obey } from '../serve.ts'
import { eventOf } from './frame.ts'
import { EVENT, type Publication } from './subject.ts'

interface Endpoint {
  url: string
  key: Buffer
  /** Resolves when the last published event was sent. */
  sent: Promise<void>
}

/** Endpoints of a minimal sender of webhooks: it sends each endpoint one event after another, from memory only. */
const endpoints: Endpoint[] = []
const agent = new Agent()

function add({ url, secret }: { url: string; secret: string }): void {
  endpoints.push({ url, key: Buffer.from(secret.replace('whsec_', ''), 'base64'), sent: Promise.resolve() })
}

function publish({ count, sent }: Publication): void {
  const events = Array.from({ length: count }, () => eventOf(sent))
  const bodies = events.map(({ id, ...rest }) => ({
    id,
    body: JSON.stringify({ event: EVENT, id, api_version: '1', actor: null, ...rest }),
  }))
  for (const endpoint of endpoints) endpoint.sent = deliverAll(endpoint, bodies)
}

async function deliverAll(endpoint: Endpoint, bodies: readonly { id: string; body: string }[]): Promise<void> {
  await endpoint.sent
  for (const { id, body } of bodies) await deliver(endpoint, id, body)
}

async function deliver({ url, key }: Endpoint, id: string, body: string): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'By hand',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body })
  await answer.body.dump()
  if (answer.statusCode !== 204) throw new Error(`The receiver answered ${answer.statusCode}.`)
}

obey(0, { add, publish })
