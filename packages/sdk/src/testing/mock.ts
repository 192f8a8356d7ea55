import { RosterError } from '../core/errors.ts'
import type { Actor } from '../core/actor.ts'
import type { EventName, RosterEventOf } from '../core/event.ts'
import type { EventData } from '../resources/event-data.ts'
import { checkCredentials } from './connections.ts'
import { EVENTS } from './contract/event-data.ts'
import type { Limits } from './copied/limits.ts'
import { access, type Scope } from './copied/scopes.ts'
import { Courier, type Deliver } from './courier.ts'
import { queueDeliveries } from './deliveries.ts'
import { Faults } from './faults.ts'
import { forgetEvents } from './log.ts'
import { SETUP } from './principal.ts'
import { type Quotas, QUOTAS } from './quotas.ts'
import { readHandshake, readRequest } from './request.ts'
import { newKey } from './resources/api-keys.ts'
import { makeExports } from './resources/exports.ts'
import { fill } from './seed.ts'
import { serve } from './serve.ts'
import type { Service } from './service.ts'
import { openSocket, type Peer, type Session } from './socket-session.ts'
import { type MockDatabase, State } from './state.ts'
import { type MockWebSocketClass, webSocketClass } from './web-socket.ts'
import { webhookRequest } from './webhook-request.ts'

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
  /**
   * Who receives what is delivered to webhook endpoints: a function that answers requests, such as that of the app under test, or `fetch` to send
   * them over the network. Default: nobody, and deliveries wait.
   */
  deliver?: Deliver | undefined
  /** Ranges of addresses, such as `127.0.0.0/8`, that endpoints may have although they are not public, as `ROSTER_WEBHOOK_ALLOW` says. Default: none. */
  webhookAllow?: readonly string[] | undefined
  /** How much one maker may have, as `ROSTER_LIMITS` says. Default: the limits of the service. */
  limits?: Partial<Limits> | undefined
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

export interface EmitOptions {
  /** Who did it. Default: nobody. */
  actor?: Actor | null | undefined
}

/** Who receives a webhook: an address, or a function that handles requests. */
export type WebhookReceiver = string | URL | ((request: Request) => Response | Promise<Response>)

/** A secret that keys of tests can have, so that nobody has to look one up. */
const TEST_KEY = 'test'

/** The API in memory, with a state of its own. Made by `createMock`. */
export class RosterMock {
  /** The secret of webhooks that `deliverWebhook` sends: pass it to `verifyWebhook`. Endpoints that are created have one of their own. */
  readonly webhookSecret = 'whsec_bW9ja2VkLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU='
  /** What goes wrong, on demand. */
  readonly faults: Faults
  /** Address that links are made from, without a trailing slash. */
  readonly baseUrl: string
  /** A class of WebSockets that lead here, in memory: `connect(roster, { WebSocket: mock.WebSocket })`. */
  readonly WebSocket: MockWebSocketClass = webSocketClass((...handshake) => this.openSocket(...handshake))
  readonly #options: MockOptions
  #state: State
  #courier: Courier | undefined
  /** The request before: they take effect one after another. */
  #last: Promise<unknown> = Promise.resolve()

  /** @internal */
  constructor(options: MockOptions) {
    this.#options = options
    this.baseUrl = (options.baseUrl ?? 'http://localhost:3000').replace(/\/+$/, '')
    this.#state = this.#begin()
    this.faults = new Faults(() => this.#state.connections)
  }

  /** The records there are. What a test changes here is what the API answers. */
  get db(): MockDatabase {
    return this.#state.db
  }

  /** Works as `fetch` does, and answers as the service does. Takes the API key `test`, which may do everything, and those of `createKey`. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = await readRequest(input, init, this.#basePath)
    await this.faults.delay(request.signal)
    const response = await this.#next(async (service) => {
      await makeExports(this.#state, this.#time(), this.#options.exportTime ?? 0, this.baseUrl)
      return serve(service, request, this.faults.failureOf(request))
    })
    return this.faults.arrived(request, response)
  }

  /** @internal Opens a socket, as a handshake does. Rejects with the problem that it is refused with. */
  async openSocket(url: URL, headers: Record<string, string>, peer: Peer): Promise<Session> {
    const request = readHandshake(url, headers, this.#basePath)
    await this.faults.delay(undefined)
    return this.#next((service) => {
      const failure = this.faults.failureOf(request)
      if (failure) throw failure
      const reached = this.faults.reached(request, peer, () => session.lose())
      const session: Session = openSocket(service, request, reached)
      return session
    })
  }

  /** Makes an API key and returns its secret: by default of a viewer. */
  createKey({ role = 'viewer', scopes = [...access.scopesOf(role)] as Scope[], user_id }: KeyOptions = {}): string {
    const viewer = this.db.users.find((user) => user.role === 'viewer' && user.status === 'active')
    const user = user_id ?? (role === 'viewer' ? viewer?.id : undefined) ?? null
    if (role === 'viewer' && user === null)
      throw new RosterError('A key in the role viewer needs a user: pass `user_id`.')
    const settings = { name: 'Test', user_id: user, scopes: [...scopes] as Scope[], role, expires_at: null }
    return newKey(this.#state, settings, SETUP, this.#time()).secret
  }

  /**
   * Something happens: it is in the log, on every stream and on every socket at once, and goes to the webhook endpoints that ask for it. Members
   * that `data` lacks are those of the contract's example.
   */
  emit<Name extends EventName>(
    event: Name,
    data: Partial<EventData[Name]> = {},
    { actor = null }: EmitOptions = {},
  ): RosterEventOf<Name> {
    if (!Object.hasOwn(EVENTS, event))
      throw new RosterError(
        `There is no event ${JSON.stringify(event)}. Pass one of ${Object.keys(EVENTS).join(', ')}.`,
      )
    const whole = { ...EVENTS[event], ...data }
    const subject = 'user_id' in whole ? whole.user_id : event.startsWith('user.') ? whole.id : null
    this.#keepUp()
    const made = this.#state.emit(event, whole, { subject, actor, time: this.#time() }) as RosterEventOf<Name>
    void this.deliverDue()
    return made
  }

  /**
   * Makes the deliveries that are due by the clock, and resolves when all of them are made. They also begin by themselves, after every request and
   * every `emit`; so this is what to wait for, and what to call when the clock has moved.
   */
  async deliverDue(): Promise<void> {
    await this.#courier?.deliverDue()
  }

  /**
   * Delivers the last event of this name, or a new one of the contract's example, as the service does: signed with `webhookSecret`, or the
   * secret that is given. Resolves to what the receiver answers.
   */
  async deliverWebhook(to: WebhookReceiver, name: EventName, { secret = this.webhookSecret } = {}): Promise<Response> {
    const event = this.db.events.findLast((each) => each.event === name) ?? this.emit(name)
    const url = typeof to === 'function' ? 'http://localhost/webhooks' : to
    const request = await webhookRequest(url, event, { time: this.#time(), secret })
    return typeof to === 'function' ? to(request) : fetch(request)
  }

  /** Begins anew: with the records, keys and identifiers of the start, and without faults. Open streams and sockets break off. */
  reset(): void {
    this.#courier?.stop()
    this.faults.dropStreams()
    this.faults.clear()
    this.#state = this.#begin()
  }

  readonly #time = (): number => Number((this.#options.clock ?? Date.now)())

  #quotas(): Quotas | 'off' {
    const { quotas } = this.#options
    return quotas === 'off' ? 'off' : { ...QUOTAS, ...quotas }
  }

  get #basePath(): string {
    return new URL(this.baseUrl).pathname.replace(/\/$/, '')
  }

  /** Does something after the request before it, and what follows from it. */
  async #next<Result>(work: (service: Service) => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => {
      this.#keepUp()
      return work({ state: this.#state, quotas: this.#quotas(), time: this.#time, baseUrl: this.baseUrl })
    })
    this.#last = result.then(
      () => this.#keepUp(),
      () => undefined,
    )
    try {
      return await result
    } finally {
      void this.deliverDue()
    }
  }

  /** Lets go what time has ended: old events, and the connections of credentials that have ended. */
  #keepUp(): void {
    forgetEvents(this.#state, this.#time())
    checkCredentials(this.#state, this.#time())
  }

  #begin(): State {
    const { seed = 1, users = 10, webhookAllow: allowedRanges, limits, deliver } = this.#options
    const state = new State(seed, { allowedRanges, limits })
    fill(state, users, TEST_KEY)
    state.followers.add((event) => queueDeliveries(state, event))
    this.#courier = deliver && new Courier(state, { deliver, time: this.#time, secret: this.webhookSecret, seed })
    return state
  }
}

/** A stateful twin of the API in memory, for tests: `new Roster({ apiKey: 'test', fetch: mock.fetch })`. */
export function createMock(options: MockOptions = {}): RosterMock {
  return new RosterMock(options)
}
