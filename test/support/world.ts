import type { AnyOperation } from '@roster/api'
import { type Reply, Transcript } from './transcript.ts'
import type { Twin } from './twins.ts'

type Row = Record<string, any>

/** Something that is done to a twin. */
export type Scenario = (world: World) => Promise<void>

export const person = (name: string, role = 'viewer') => ({ name, email: `${name.toLowerCase()}@example.com`, role })

/** One of each record, and the requests that the examples make of operations on them. */
export class World {
  readonly transcript: Transcript
  readonly twin: Twin
  ids: Record<string, string> = {}

  constructor(twin: Twin) {
    this.twin = twin
    this.transcript = new Transcript(twin)
  }

  send(...call: Parameters<Transcript['send']>): Promise<Reply> {
    return this.transcript.send(...call)
  }

  async make(request: string, body: unknown): Promise<Row> {
    const reply = await this.send(`POST ${request}`, { body })
    if (reply.status >= 300) throw new Error(`Nothing was made: ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  /** Makes a record of each kind, and a second administrator. */
  async fill(): Promise<this> {
    const ada = await this.make('/v1/users', { name: 'Ada', email: 'ada@example.com', role: 'admin' })
    await this.make('/v1/users', { name: 'Other', email: 'other@example.com', role: 'admin' })
    const items = [{ sku: 'TEA-250', name: 'Green tea', quantity: 2, unit_amount: 1_250 }]
    const order = await this.make(`/v1/users/${ada['id']}/orders`, { currency: 'EUR', items })
    const key = await this.make('/v1/api-keys', { name: 'Import', role: 'admin', scopes: ['read:users'] })
    const client = await this.make('/v1/oauth-clients', EXAMPLE_CLIENT)
    const made = await this.make('/v1/exports', { format: 'csv' })
    await this.twin.makeExports()
    const endpoint = await this.make('/v1/webhook-endpoints', EXAMPLE_ENDPOINT)
    const delivery = await this.make(`/v1/webhook-endpoints/${endpoint['id']}/test`, undefined)
    this.ids = {
      user_id: ada['id'],
      order_id: order['id'],
      key_id: key['id'],
      client_id: client['client_id'],
      export_id: made['id'],
      endpoint_id: endpoint['id'],
      delivery_id: delivery['id'],
    }
    return this
  }

  /** The request of an operation, as far as its examples say. */
  request({ method, path }: AnyOperation, ids: Record<string, string> = this.ids): string {
    return `${method} ${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? 'x'))}`
  }

  /** Gives Ada a password, signs her in, and gives the headers that her browser sends. */
  async browser(): Promise<Record<string, string>> {
    await this.send(`POST /v1/users/${this.ids['user_id']}/password`, { body: { password: PASSWORD } })
    return this.signIn()
  }

  /** Signs Ada in, who has a password by now, with a browser that sends these headers. */
  async signIn(sent: Record<string, string> = { 'user-agent': 'Test/1.0' }): Promise<Record<string, string>> {
    const credentials = { email: 'ada@example.com', password: PASSWORD }
    const { headers, body } = await this.send('POST /v1/session', { key: null, headers: sent, body: credentials })
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    return { cookie, origin: 'http://roster.test', 'x-csrf-token': body.csrf_token }
  }

  /** A key of a viewer that is a user of its own. */
  async viewer(): Promise<{ id: string; key: string }> {
    const { id } = await this.make('/v1/users', { name: 'Viewer', email: 'viewer@example.com', role: 'viewer' })
    const scopes = ['read:users', 'read:orders', 'read:events']
    const { secret } = await this.make('/v1/api-keys', { name: 'Viewer', role: 'viewer', scopes, user_id: id })
    return { id: String(id), key: String(secret) }
  }

  /** Deletes the record that a path parameter names, or lets a day pass, which ends what ends by itself. */
  async end(path = ''): Promise<void> {
    const collection = COLLECTIONS[path]
    if (collection === undefined) this.twin.clock.advance(24 * 60 * 60 * 1_000)
    else await this.send(`DELETE /v1/${collection}/${this.ids[path]}`)
  }

  /** A key in the role admin that holds these scopes alone. */
  async keyWith(scopes: string[]): Promise<string> {
    return String((await this.make('/v1/api-keys', { name: 'Some', role: 'admin', scopes }))['secret'])
  }
}

const PASSWORD = 'correct horse battery staple'

/** Where records are deleted that a path parameter names. */
const COLLECTIONS: Record<string, string> = {
  user_id: 'users',
  key_id: 'api-keys',
  client_id: 'oauth-clients',
  endpoint_id: 'webhook-endpoints',
}

const EXAMPLE_ENDPOINT = { url: 'https://example.com/webhooks/roster', events: ['user.created', 'order.created'] }

export const EXAMPLE_CLIENT = {
  name: 'Dashboard',
  type: 'confidential',
  grant_types: ['authorization_code'],
  redirect_uris: ['https://app.example.com/callback'],
  scopes: ['openid', 'read:users'],
}
