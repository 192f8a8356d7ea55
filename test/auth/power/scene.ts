import { idPrefixes, newId } from '@roster/core/contract'
import type { Role, Scope } from '@roster/api'
import type { OauthClientsCreateBody } from '@roster/sdk'
import { addClient } from '@roster/test/oauth'
import type { Service } from '@roster/test/service'

/** Makes what operations are tried on, each time anew. */
export class Scene {
  readonly service: Service
  #made = 0

  constructor(service: Service) {
    this.service = service
  }

  get #admin() {
    return this.service.admin.sdk
  }

  /** A text that was not used before. */
  get fresh(): string {
    this.#made += 1
    return `fresh-${this.#made}`
  }

  get newUser() {
    const name = this.fresh
    return { name, email: `${name}@example.com` }
  }

  async user(role: Role, status: 'active' | 'suspended' = 'active'): Promise<string> {
    return (await this.#admin.users.create({ ...this.newUser, role, status })).id
  }

  async key(scopes: readonly Scope[], role: Role = 'admin', user_id: string | null = null): Promise<string> {
    return (await this.#admin.apiKeys.create({ name: 'Target', role, user_id, scopes: [...scopes] })).id
  }

  async client(settings: Partial<OauthClientsCreateBody>): Promise<string> {
    return (await addClient(this.service, { grant_types: ['client_credentials'], ...settings })).client_id
  }

  /** What an app was granted by a user. */
  async grant(user_id: string, scopes: readonly Scope[]): Promise<string> {
    const id = newId(idPrefixes.session, this.service.clock.now())
    const client_id = await this.client({
      grant_types: ['authorization_code'],
      redirect_uris: ['https://example.com/'],
    })
    await this.service.database.query({ text: GRANT }, [id, user_id, client_id, JSON.stringify(scopes)])
    return id
  }

  /** An endpoint with these events. */
  async endpoint(events: string[]): Promise<string> {
    const { id } = await this.#admin.webhookEndpoints.create({
      url: 'https://example.com/hook',
      events: events as never[],
    })
    return id
  }

  async delivery(endpointId: string): Promise<string> {
    return (await this.#admin.webhookEndpoints.test(endpointId)).id
  }

  /** How all that a refused call must leave alone is now: what has these identifiers, and how much there is of everything. */
  async stateOf(ids: readonly string[]): Promise<unknown> {
    return this.service.database.query({ name: 'state of what is tried', text: STATE }, [ids])
  }
}

const GRANT = `
  insert into sessions (id, type, user_id, credentials_version, grant_id, client_id, scopes, created_at, last_used_at, expires_at)
  select $1, 'grant', id, coalesce(c.version, 1), $1, $3, $4, created_at, created_at, created_at + interval '30 days' from accounts
  left join account_credentials c on c.account_id = id where id = $2`

const TABLES = {
  users: 'id',
  api_keys: 'id',
  oauth_clients: 'client_id',
  webhook_endpoints: 'id',
  webhook_deliveries: 'endpoint_id',
  sessions: 'id',
}

/** A key notes when it was used, whatever was answered. */
const rows = ([table, id]: string[]) =>
  `(select jsonb_agg(to_jsonb(t) - 'last_used_at') from ${table} t where ${id} = any($1)) as ${table}`

const counts = ['events', ...Object.keys(TABLES)].map((table) => `(select count(*) from ${table}) as n_${table}`)

const STATE = `select ${[...Object.entries(TABLES).map(rows), ...counts].join(', ')}`
