import type { Role, Scope } from '@roster/api'
import type { Caller } from '@roster/test/caller'
import { addClient } from '@roster/test/oauth'
import { operations, over, PROTOCOLS, restRequest } from '@roster/test/protocols'
import type { Service } from '@roster/test/service'
import { EVERY } from '../power/oracle.ts'

/** What is in the world from the beginning or was made since, whoever made it: identifiers are no secrets. */
export interface Ids {
  users: string[]
  keys: string[]
  clients: string[]
  endpoints: string[]
}

export interface HttpResponse {
  status: number
  body: any
}

let made = 0
export const fresh = () => `chain-${++made}`

/** A service with people and machines in it, among them some that may do everything. */
export class World {
  readonly service: Service
  readonly ids: Ids = { users: [], keys: [], clients: [], endpoints: [] }
  /** Current addresses of users. */
  readonly emails = new Map<string, string>()
  /** The administrator record whose password and role nobody changes by right. */
  boss = ''
  /** A key, a client and an endpoint with all power, which nobody changes by right. */
  readonly mighty = { key_id: '', client_id: '', endpoint_id: '' }
  #calls = 0

  private constructor(service: Service) {
    this.service = service
  }

  static async around(service: Service): Promise<World> {
    const world = new World(service)
    world.boss = await world.addUser('admin')
    const viewer = await world.addUser('viewer')
    await world.addUser('viewer')
    await world.addUser('viewer')
    world.mighty.key_id = (await world.addKey([...EVERY])).id
    world.mighty.client_id = (await world.addService([...EVERY])).client_id
    world.mighty.endpoint_id = await world.addEndpoint()
    world.ids.keys.push((await world.addKey([...EVERY])).id)
    world.ids.keys.push((await world.addKey(['read:users'], 'viewer', viewer)).id)
    world.ids.clients.push((await world.addService([...EVERY])).client_id)
    world.ids.clients.push((await world.addService(['read:users'])).client_id)
    world.ids.endpoints.push(await world.addEndpoint())
    return world
  }

  async addUser(role: Role): Promise<string> {
    const name = fresh()
    const { id, email } = await this.service.admin.sdk.users.create({ name, email: `${name}@example.com`, role })
    this.ids.users.push(id)
    this.emails.set(id, email)
    return id
  }

  addKey(scopes: Scope[], role: Role = 'admin', user_id: string | null = null) {
    return this.service.admin.sdk.apiKeys.create({ name: 'World', role, user_id, scopes })
  }

  addService(scopes: Scope[]) {
    return addClient(this.service, { grant_types: ['client_credentials'], redirect_uris: [], scopes })
  }

  async addEndpoint(): Promise<string> {
    return (await this.service.admin.sdk.webhookEndpoints.create({ url: 'https://example.com/hook' })).id
  }

  /** Calls over one protocol and then over the other; under an idempotency key over REST, which alone has them. */
  async call(caller: Caller, name: string, input: object = {}, key?: string): Promise<HttpResponse> {
    const protocol = PROTOCOLS[this.#calls++ % PROTOCOLS.length]!
    const answer =
      key === undefined ? await over(protocol, caller)(name, input) : await this.#callOnce(caller, name, input, key)
    if (answer.status >= 500) throw new Error(`${name} was answered ${JSON.stringify(answer)}`)
    return answer
  }

  async #callOnce(caller: Caller, name: string, input: object, key: string): Promise<HttpResponse> {
    const { status, body } = await caller.rest(...requestOf(name, input), { 'idempotency-key': key })
    return { status, body }
  }
}

function requestOf(name: string, input: object): [request: string, body: unknown] {
  const { request, body } = restRequest(operations.get(name)!, input)
  return [request, body]
}
