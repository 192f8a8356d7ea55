import type { EventName, RosterEventOf } from '../core/event.ts'
import type { EventData } from '../resources/event-data.ts'
import { signWebhook } from '../webhooks/sign.ts'
import { EVENTS } from './contract/event-data.ts'
import { type Scope, scopesOf } from './copied/scopes.ts'
import { Faults } from './faults.ts'
import { type Quotas, QUOTAS } from './quotas.ts'
import { readRequest } from './request.ts'
import { newKey } from './resources/api-keys.ts'
import { makeExports } from './resources/exports.ts'
import { fill } from './seed.ts'
import { serve } from './serve.ts'
import { type MockDatabase, State } from './state.ts'

export interface MockOptions {
  /** Decides names, identifiers and secrets: the same seed gives the same ones. Default: 1. */
  seed?: number | undefined
  /** How many users there are at first. Default: 10. */
  users?: number | undefined
  /** What time it is. Default: the time of the machine. */
  clock?: (() => Date | number) | undefined
  /** Address that links are made from. Default: `http://localhost:3000`. */
  baseUrl?: string | undefined
  /** Requests a minute, or `off`. Default: those of the service. */
  quotas?: Partial<Quotas> | 'off' | undefined
  /** How long it takes to make an export, in milliseconds of the clock. Default: 0, until the next request. */
  exportTime?: number | undefined
}

export interface KeyOptions {
  /** Default: viewer. */
  role?: 'admin' | 'viewer' | undefined
  /** Default: all that the role may hold. */
  scopes?: readonly Scope[] | undefined
  /** The user it acts as. Default: none for an administrator, the first active viewer for a viewer. */
  user_id?: string | undefined
}

/** Who receives a webhook: an address, or a function that handles requests. */
export type WebhookReceiver = string | URL | ((request: Request) => Response | Promise<Response>)

/** A secret that keys of tests can have, so that nobody has to look one up. */
const TEST_KEY = 'test'

/** The API in memory, with a state of its own. Made by `createMock`. */
export class RosterMock {
  /** The secret of webhooks: pass it to `verifyWebhook`. */
  readonly webhookSecret = 'whsec_bW9ja2VkLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU='
  /** What goes wrong, on demand. */
  readonly faults: Faults
  /** Address that links are made from, without a trailing slash. */
  readonly baseUrl: string
  readonly #options: MockOptions
  #state: State
  /** The request before: they take effect one after another. */
  #last: Promise<unknown> = Promise.resolve()

  /** @internal */
  constructor(options: MockOptions) {
    this.#options = options
    this.baseUrl = (options.baseUrl ?? 'http://localhost:3000').replace(/\/+$/, '')
    this.#state = this.#begin()
    this.faults = new Faults((reason) => this.#state.streams.forEach((stream) => stream.end(reason)))
  }

  /** The records there are. What a test changes here is what the API answers. */
  get db(): MockDatabase {
    return this.#state.db
  }

  /** Works as `fetch` does, and answers as the service does. Takes the API key `test`, which may do everything, and those of `createKey`. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = await readRequest(input, init, new URL(this.baseUrl).pathname.replace(/\/$/, ''))
    await this.faults.delay(request.signal)
    const answer = this.#last.then(async () => {
      const service = { state: this.#state, quotas: this.#quotas(), time: this.#time, baseUrl: this.baseUrl }
      await makeExports(this.#state, this.#time(), this.#options.exportTime ?? 0, this.baseUrl)
      return serve(service, request, this.faults.failureOf(request))
    })
    this.#last = answer.catch(() => undefined)
    return this.faults.arrived(request, await answer)
  }

  /** Makes an API key and returns its secret: by default of a viewer. */
  createKey({ role = 'viewer', scopes = scopesOf(role), user_id }: KeyOptions = {}): string {
    const viewer = this.db.users.find((user) => user.role === 'viewer' && user.status === 'active')
    const user = user_id ?? (role === 'viewer' ? viewer?.id : undefined) ?? null
    if (role === 'viewer' && user === null) throw new Error('A key in the role viewer needs a user: pass `user_id`.')
    const settings = { name: 'Test', user_id: user, scopes: [...scopes], role, expires_at: null }
    return newKey(this.#state, settings, this.#time()).secret
  }

  /** Something happens: it is in the log and on every stream at once. Members that `data` lacks are those of the contract's example. */
  emit<Name extends EventName>(event: Name, data: Partial<EventData[Name]> = {}): RosterEventOf<Name> {
    const whole = { ...EVENTS[event], ...data }
    const subject = 'user_id' in whole ? whole.user_id : event.startsWith('user.') ? whole.id : null
    return this.#state.emit(event, whole, subject, this.#time()) as RosterEventOf<Name>
  }

  /**
   * Delivers the last event of this name, or a new one of the contract's example, as the service does: signed with `webhookSecret`, or the
   * secret that is given. Resolves to what the receiver answers.
   */
  async deliverWebhook(to: WebhookReceiver, name: EventName, { secret = this.webhookSecret } = {}): Promise<Response> {
    const { event, id, cursor, created_at, api_version, data } =
      this.db.events.findLast((each) => each.event === name) ?? this.emit(name)
    const body = JSON.stringify({ event, id, cursor, created_at, api_version, data })
    const signed = await signWebhook(body, { id, timestamp: new Date(this.#time()), secret })
    const headers = { 'content-type': 'application/json', ...signed }
    const url = typeof to === 'function' ? 'http://localhost/webhooks' : to
    const request = new Request(url, { method: 'POST', headers, body })
    return typeof to === 'function' ? to(request) : fetch(request)
  }

  /** Begins anew: with the records, keys and identifiers of the start, and without faults. Open streams break off. */
  reset(): void {
    this.faults.dropStreams()
    this.faults.clear()
    this.#state = this.#begin()
  }

  readonly #time = (): number => Number((this.#options.clock ?? Date.now)())

  #quotas(): Quotas | 'off' {
    const { quotas } = this.#options
    return quotas === 'off' ? 'off' : { ...QUOTAS, ...quotas }
  }

  #begin(): State {
    const { seed = 1, users = 10 } = this.#options
    const state = new State(seed)
    fill(state, users, TEST_KEY)
    return state
  }
}

/** A stateful twin of the API in memory, for tests: `new Roster({ apiKey: 'test', fetch: mock.fetch })`. */
export function createMock(options: MockOptions = {}): RosterMock {
  return new RosterMock(options)
}
