import type { Application } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import { type Call, operationsOf, restRequest } from './protocols.ts'
import type { Insider } from './subject.ts'
import { type Reply, Transcript } from './transcript.ts'
import type { Twin } from './twins.ts'

type Row = Record<string, any>

/** A sequence of requests to a twin. */
export type Scenario = (world: World) => Promise<void>

export const person = (name: string, role = 'viewer') => ({ name, email: `${name.toLowerCase()}@example.com`, role })

/** A twin with one record of each kind, and the requests of the examples on these records. */
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

  /** Calls an operation by its name with the administrator's key. The whole input is one object. */
  readonly call: Call = async (name, input = {}) => {
    const { request, body } = restRequest(this.operation(name), input)
    return this.send(request, { body })
  }

  /** Returns the operation with this name. */
  operation(name: string): AnyOperation {
    return operationsOf(this.application).get(name)!
  }

  get application(): Application {
    return this.twin.subject.application
  }

  /** Creates a record of each kind, and a second administrator, for the example of an operation. */
  async fill(operation?: AnyOperation): Promise<this> {
    const { access, basePath: base } = this.application
    const own = await this.twin.subject.cast.make(this.call, operation)
    const [role] = access.administrators
    const key = await this.make(`${base}/api-keys`, { name: 'Import', role, scopes: access.scopeNames.slice(0, 1) })
    const client = await this.make(`${base}/oauth-clients`, this.operation('oauthClients.create').example)
    const asked = this.operation('exports.create').example as object
    const made = await this.make(`${base}/exports`, { ...asked, format: 'csv', filter: {} })
    await this.twin.makeExports()
    const endpoint = await this.make(`${base}/webhook-endpoints`, this.operation('webhookEndpoints.create').example)
    const delivery = await this.make(`${base}/webhook-endpoints/${endpoint['id']}/test`, undefined)
    this.ids = {
      ...own,
      key_id: key['id'],
      client_id: client['client_id'],
      export_id: made['id'],
      endpoint_id: endpoint['id'],
      delivery_id: delivery['id'],
    }
    return this
  }

  /** Returns the method and path of an operation, with the identifiers of the records. */
  request({ method, path }: AnyOperation, ids: Record<string, string> = this.ids): string {
    return `${method} ${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? 'x'))}`
  }

  /** Gives Ada a password, signs her in, and returns the headers that her browser sends. */
  async browser(): Promise<Record<string, string>> {
    const setting = [...operationsOf(this.application).values()].find(({ effect }) => effect?.sets === 'password')!
    await this.send(this.request(setting), { body: { password: PASSWORD } })
    return this.signIn()
  }

  /** Signs in a user who has a password, by default Ada, with a browser that sends these headers. */
  async signIn(
    sent: Record<string, string> = { 'user-agent': 'Test/1.0' },
    credentials = { email: this.twin.subject.cast.email, password: PASSWORD },
  ): Promise<Record<string, string>> {
    const request = `POST ${this.application.basePath}/session`
    const { headers, body } = await this.send(request, { key: null, headers: sent, body: credentials })
    const cookie = headers.get('set-cookie')!.split(';')[0]!
    return { cookie, origin: 'http://roster.test', 'x-csrf-token': body.csrf_token }
  }

  /** Creates an account that sees only its own records, and returns its identifier and a key that acts as it. */
  async viewer(): Promise<{ id: string; key: string }> {
    const { access, basePath } = this.application
    const [{ role, join }] = this.twin.subject.insiders as [Insider]
    const { id } = await join(this.call)
    const key = { name: 'Viewer', role, scopes: [...access.scopesOfRole(role)], user_id: id }
    const { secret } = await this.make(`${basePath}/api-keys`, key)
    return { id, key: String(secret) }
  }

  /** Deletes the record of a path parameter. For a session, or without such an operation, advances the clock by a day, which expires the record. */
  async end(path = ''): Promise<void> {
    const removal = [...operationsOf(this.application).values()].find(
      ({ method, pathNames }) => method === 'DELETE' && pathNames.length === 1 && pathNames[0] === path,
    )
    if (removal === undefined || path === 'session_id') this.twin.clock.advance(24 * 60 * 60 * 1_000)
    else await this.send(this.request(removal))
  }

  /** Creates an administrator's key with only these scopes, and returns its secret. */
  async keyWith(scopes: readonly string[]): Promise<string> {
    const { access, basePath } = this.application
    const key = { name: 'Some', role: access.administrators[0], scopes: [...new Set(scopes)] }
    return String((await this.make(`${basePath}/api-keys`, key))['secret'])
  }
}

const PASSWORD = 'correct horse battery staple'

export const EXAMPLE_CLIENT = {
  name: 'Dashboard',
  type: 'confidential',
  grant_types: ['authorization_code'],
  redirect_uris: ['https://app.example.com/callback'],
  scopes: ['openid', 'read:users'],
}
