import type { Scope } from '@roster/api'
import type { Caller } from '@roster/test/caller'
import { basicOf, type TestClient } from '@roster/test/oauth'
import type { World } from './world.ts'

/** What somebody may do: these scopes, on everybody's records, or on those of one user. */
export interface Might {
  scopes: readonly Scope[]
  owner: string | null
}

/** A credential, and how it came to be known. */
export interface Known {
  how: string
  caller: Caller
}

/** Everything that somebody gets to know who wants to do more than it may. */
export class Knowledge {
  readonly start: Might
  readonly known: Known[] = []
  readonly clients = new Map<string, TestClient>()
  readonly passwords = new Map<string, string>()
  /** Endpoints that deliver to it. */
  readonly endpoints = new Set<string>()
  readonly #world: World

  constructor(world: World, start: Might, first: Known) {
    this.#world = world
    this.start = start
    this.known.push(first)
  }

  learnKey(how: string, secret: unknown): void {
    if (typeof secret === 'string') this.known.push({ how, caller: this.#world.service.withKey(secret) })
  }

  learnClient(client_id: string, client_secret: unknown): void {
    if (typeof client_secret === 'string') this.clients.set(client_id, { client_id, client_secret })
  }

  /** Gets a token with a client's secret, if it is good still. */
  async useClient(client: TestClient): Promise<void> {
    const { body } = await this.#world.service.anonymous.rest('POST /oauth/token', 'grant_type=client_credentials', {
      authorization: basicOf(client),
      'content-type': 'application/x-www-form-urlencoded',
    })
    if (typeof body?.access_token !== 'string') return
    const caller = this.#world.service.sending({ authorization: `Bearer ${body.access_token}` })
    this.known.push({ how: `token of ${client.client_id}`, caller })
  }

  /** Signs in with a password, if it is good still. */
  async usePassword(userId: string, password: string): Promise<void> {
    const { service, emails } = this.#world
    const caller = await service.browser(emails.get(userId)!, password).catch(() => undefined)
    if (caller) this.known.push({ how: `session of ${userId}`, caller })
  }

  /** Uses everything there is to get credentials with. */
  async useAll(): Promise<void> {
    for (const client of this.clients.values()) await this.useClient(client)
    for (const [id, password] of this.passwords) await this.usePassword(id, password)
  }

  /** What each credential that is good now may do beyond what could be done at the start, as sentences. */
  async gains(): Promise<string[]> {
    const gains = await Promise.all(this.known.map(async (known) => this.#gainOf(known)))
    return gains.flat()
  }

  async #gainOf({ how, caller }: Known): Promise<string[]> {
    const { status, body } = await caller.rest('GET /v1/me')
    if (status !== 200) return []
    const more = (body.scopes as Scope[]).filter((scope) => !this.start.scopes.includes(scope))
    const owner: string | null = body.role === 'viewer' ? (body.user?.id ?? 'a record that is gone') : null
    const isGone = owner === 'a record that is gone'
    const reaches = this.start.owner !== null && this.start.owner !== owner && !isGone
    return [
      ...more.map((scope) => `${how}: ${scope}`),
      ...(reaches ? [`${how}: records of ${owner ?? 'everybody'}`] : []),
    ]
  }
}
