import { RosterError } from '../core/errors.ts'
import type { Actor } from '../core/actor.ts'
import type { Steps } from './action.ts'
import { Application, type MockedApplication } from './application.ts'
import { COMPOSITES } from './composites.ts'
import { checkCredentials } from './connections.ts'
import type { Limits } from '#core/operation/limits'
import { Courier, type Deliver } from './courier.ts'
import { queueDeliveries } from './deliveries.ts'
import { Faults } from './faults.ts'
import { forgetEvents } from './log.ts'
import { LostConnection } from './lost-connection.ts'
import type { Operation } from './operation.ts'
import { SETUP } from './principal.ts'
import { Problem } from './problem.ts'
import { type Quotas, QUOTAS } from './quotas.ts'
import type { Random } from './random.ts'
import type { Event, Row, Tables } from './records.ts'
import { readHandshake, readRequest } from './request.ts'
import { newKey } from './resources/api-keys.ts'
import { makeExports } from './resources/exports.ts'
import type { Rules } from './rule.ts'
import { serve } from './serve.ts'
import type { Service } from './service.ts'
import { openSocket, type Peer, type Session } from './socket-session.ts'
import { State } from './state.ts'
import { stepsOf } from './steps.ts'
import type { Checks } from './validate.ts'
import { type MockWebSocketClass, webSocketClass } from './web-socket.ts'
import { webhookRequest } from './webhook-request.ts'

/** Options of the mock of any application. */
export interface MockSettings {
  /** Seed for names, identifiers and secrets: the same seed gives the same values. Default: 1. */
  seed?: number | undefined
  /** Returns the current time, as a date or in milliseconds. Default: the time of the machine. */
  clock?: (() => Date | number) | undefined
  /** Base URL of links in responses. Default: `http://localhost:3000`. */
  baseUrl?: string | undefined
  /** Requests per minute, or `off`. Default: the quotas of the service. */
  quotas?: Partial<Quotas> | 'off' | undefined
  /**
   * Receiver of deliveries to webhook endpoints: a function that responds to requests, such as that of the app under test, or `fetch` to send them over the
   * network. Default: no receiver, and deliveries wait.
   */
  deliver?: Deliver | undefined
  /** Ranges of addresses, such as `127.0.0.0/8`, that endpoints may have although they are not public, as in `ROSTER_WEBHOOK_ALLOW`. Default: none. */
  webhookAllow?: readonly string[] | undefined
  /** Maximum number of records that one maker may have, as in `ROSTER_LIMITS`. Default: the limits of the service. */
  limits?: Partial<Limits> | undefined
  /** Milliseconds of the clock that an export takes. Default: 0, finished at the next request. */
  exportTime?: number | undefined
}

/** The types of an application. */
export interface MockTypes {
  db: object
  /** Any event, discriminated by its name. */
  event: object
  /** Data of events by their names. */
  data: object
  error: string
  scope: string
  role: string
}

/** The types of an unknown application. */
export interface AnyTypes extends MockTypes {
  db: Tables & Record<string, object[]>
  event: Event
  data: Record<string, object>
}

export interface CreateKeyOptions<Types extends MockTypes> {
  /** Role of the key. Default: the role with the least permissions. */
  role?: Types['role'] | undefined
  /** Scopes of the key. Default: all scopes that the role may hold. */
  scopes?: readonly Types['scope'][] | undefined
  /** User as whom the key acts. Default: none for a role that sees all records, else the first active user in the role. */
  user_id?: string | undefined
}

/** Parts of an application's mock besides its contract. */
export interface MockParts<Types extends MockTypes = AnyTypes> {
  /** Rules for what operations do beyond their contracts. */
  rules?: Rules | undefined
  /** Checks of values besides those that every application has. */
  checks?: Checks | undefined
  /** Adds the initial records. */
  begin?: Fill<Types> | undefined
}

type Fill<Types extends MockTypes> = (db: Types['db'], random: Random) => void

/** Options of `emit`. */
export interface EmitOptions {
  /** Actor of the event. Default: none. */
  actor?: Actor | null | undefined
}

/** Receiver of a webhook: an address, or a function that handles requests. */
export type WebhookReceiver = string | URL | ((request: Request) => Response | Promise<Response>)

/** Fixed secret of the administrator's key, so that tests need not look a secret up. */
const TEST_KEY = 'test'

/** Time at which the administrator's key was made. */
const START = Date.parse('2026-01-01T00:00:00.000Z')

/** An API in memory, with a state of its own. */
export class Mock<Types extends MockTypes = AnyTypes> {
  /** Secret that signs the deliveries of `deliverWebhook`: pass it to `verifyWebhook`. Endpoints that are created have secrets of their own. */
  readonly webhookSecret = 'whsec_bW9ja2VkLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU='
  /** Faults that a test can make happen: failures, latency and lost connections. */
  readonly faults: Faults<Types['error']>
  /** Base URL of links in responses, without a trailing slash. */
  readonly baseUrl: string
  /** A WebSocket class whose sockets connect to this mock, in memory: `connect(roster, { WebSocket: mock.WebSocket })`. */
  readonly WebSocket: MockWebSocketClass = webSocketClass((...handshake) => this.openSocket(...handshake))
  readonly #fill: Fill<Types>
  readonly #application: Application
  readonly #stepsOf: (operation: Operation) => Steps
  readonly #options: MockSettings
  #state: State
  #courier: Courier | undefined
  /** The previous request: requests take effect one after another. */
  #last: Promise<unknown> = Promise.resolve()

  /** @internal */
  constructor(spec: MockedApplication, parts: MockParts<Types>, options: MockSettings) {
    const { rules = {}, checks = {}, begin = () => {} } = parts
    this.#application = new Application(spec, checks)
    this.#stepsOf = (operation) => stepsOf(operation, rules)
    this.#fill = begin
    this.#options = options
    this.baseUrl = (options.baseUrl ?? 'http://localhost:3000').replace(/\/+$/, '')
    this.#state = this.#begin()
    this.faults = new Faults(() => this.#state.connections, spec.errors)
  }

  /** The records of the mock. A test can change them here, and the API responds accordingly. */
  get db(): Types['db'] {
    return this.#state.db
  }

  /** Works like `fetch` with `redirect: 'manual'`, and responds as the service does. Accepts the API key `test`, which may do everything, and the keys of `createKey`. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = await readRequest(input, init, this.#basePath)
    await this.faults.delay(request.signal)
    const response = await this.#next(async (service) => {
      await makeExports(this.#state, this.#time(), this.#options.exportTime ?? 0, this.baseUrl)
      return serve(service, request, this.faults.failureOf(request))
    }, request.signal)
    return this.faults.arrived(request, response)
  }

  /** @internal Opens a socket, as a handshake does. Rejects with a `Problem` if the handshake is refused. */
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

  /**
   * Creates an API key and returns its secret. By default the key has the role with the least permissions. Throws a `RosterError` if the role needs a user and
   * there is none.
   */
  createKey({ role, scopes, user_id }: CreateKeyOptions<Types> = {}): string {
    const { access } = this.#application
    const held = role ?? access.least
    const settings = {
      name: 'Test',
      user_id: user_id ?? this.#userIn(held),
      scopes: [...(scopes ?? access.scopesOfRole(held))],
      role: held,
      expires_at: null,
    }
    return newKey(this.#state, settings, SETUP, this.#time()).secret
  }

  /** Returns the user as whom a key acts by default; null for a role that sees all records. */
  #userIn(wanted: string): string | null {
    if (this.#application.access.ownerOf({ role: wanted, user_id: null }) === null) return null
    const user = this.#state.accountWhere(({ role, status }) => role === wanted && status === 'active')
    if (user) return user.id
    throw new RosterError(`A key in the role ${wanted} needs a user: pass \`user_id\`.`)
  }

  /**
   * Emits an event. It is in the log, on every stream and on every socket at once, and goes to the webhook endpoints that subscribe to it. Members that `data`
   * lacks come from the contract's example. Throws a `RosterError` for an unknown event.
   */
  emit<Name extends keyof Types['data'] & string>(
    event: Name,
    data: Partial<Types['data'][Name]> = {},
    { actor = null }: EmitOptions = {},
  ): Extract<Types['event'], { event: Name }> {
    const { events } = this.#application.spec
    const known = Object.hasOwn(events, event) ? events[event] : undefined
    if (!known)
      throw new RosterError(
        `There is no event ${JSON.stringify(event)}. Pass one of ${Object.keys(events).join(', ')}.`,
      )
    const whole: Row = { ...known.example, ...data }
    const subject = known.owner === undefined ? null : (whole[known.owner] as string)
    this.#keepUp()
    const made = this.#state.emit(event, whole, { subject, actor, time: this.#time() })
    void this.deliverDue()
    return made as unknown as Extract<Types['event'], { event: Name }>
  }

  /**
   * Makes the deliveries that are due by the clock, and resolves after them. Deliveries also start by themselves after every request and every `emit`: call
   * this to wait for them, or after the clock has moved.
   */
  async deliverDue(): Promise<void> {
    await this.#courier?.deliverDue()
  }

  /**
   * Delivers the last event of this name, or a new one with the contract's example, as the service does. The delivery is signed with `webhookSecret`, or with
   * the given secret or secrets. Resolves to the response of the receiver.
   */
  async deliverWebhook(
    to: WebhookReceiver,
    name: keyof Types['data'] & string,
    { secret = this.webhookSecret }: { secret?: string | readonly string[] | undefined } = {},
  ): Promise<Response> {
    if (!this.#state.db.events.some(({ event }) => event === name)) this.emit(name)
    const event = this.#state.db.events.findLast((each) => each.event === name)!
    const url = typeof to === 'function' ? 'http://localhost/webhooks' : to
    const { product } = this.#application.spec
    const request = await webhookRequest(url, event, { product, time: this.#time(), secret })
    return typeof to === 'function' ? to(request) : fetch(request)
  }

  /** Restores the initial state: records, keys and identifiers of the start, and no faults. Open streams and sockets break. */
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

  #service(): Service {
    return {
      state: this.#state,
      quotas: this.#quotas(),
      time: this.#time,
      baseUrl: this.baseUrl,
      stepsOf: this.#stepsOf,
    }
  }

  get #basePath(): string {
    return new URL(this.baseUrl).pathname.replace(/\/$/, '')
  }

  /**
   * Does work after the previous request, then updates events and connections and starts deliveries. Throws the reason of a signal that is aborted before the
   * work begins, which then has no effect.
   */
  async #next<Result>(work: (service: Service) => Result | Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const result = this.#last.then(() => {
      signal?.throwIfAborted()
      return this.#attempt(work)
    })
    this.#last = result.then(() => this.#keepUp()).catch(() => undefined)
    try {
      return await result
    } finally {
      void this.deliverDue()
    }
  }

  async #attempt<Result>(work: (service: Service) => Result | Promise<Result>): Promise<Result> {
    try {
      this.#keepUp()
      return await work(this.#service())
    } catch (error) {
      throw shown(error)
    }
  }

  /** Removes old events, and ends the connections whose credential has ended. */
  #keepUp(): void {
    forgetEvents(this.#state, this.#time())
    checkCredentials(this.#state, this.#time())
  }

  #begin(): State {
    const { seed = 1, webhookAllow: allowedRanges, limits, deliver } = this.#options
    const state = new State(this.#application, seed, { allowedRanges, limits })
    this.#fill(state.db, state.random)
    addKey(state)
    state.followers.add((event) => queueDeliveries(state, event))
    this.#courier = deliver && new Courier(state, { deliver, time: this.#time, secret: this.webhookSecret, seed })
    return state
  }
}

/** Returns the error that the caller of the mock sees. An error of the mock itself must not look like one of the service or of its connection. */
function shown(error: unknown): unknown {
  if ([RosterError, Problem, LostConnection].some((known) => error instanceof known)) return error
  const { message = error } = Object(error) as { message?: unknown }
  return new RosterError(`The mock failed: ${String(message)}`, { cause: error })
}

/** Adds the administrator's key: all scopes of the role with the most permissions. */
function addKey(state: State): void {
  const { access } = state.application
  const [role = access.roles[0]] = access.administrators
  const settings = {
    name: 'Administrator',
    user_id: null,
    scopes: [...access.scopesOfRole(role)],
    role,
    expires_at: null,
  }
  const { key } = newKey(state, settings, SETUP, START)
  state.secrets.set(TEST_KEY, { key: key.id, until: Infinity })
}

/**
 * Returns a mock of any application, from its contract and from rules for what the contract does not say. An operation that needs a rule and has none fails
 * with an error that says so.
 */
export function createMockOf({ rules = {}, records = {}, ...spec }: MockOf, options: MockSettings = {}): Mock {
  const begin = (db: Record<string, object[]>) => {
    for (const [name, some] of Object.entries(records)) tableOf(db, name).push(...structuredClone(some))
  }
  return new Mock(spec, { rules, begin, checks: COMPOSITES }, options)
}

function tableOf(db: Record<string, object[]>, name: string): object[] {
  const table = Object.hasOwn(db, name) ? db[name] : undefined
  if (table) return table
  throw new RosterError(`There is no collection ${JSON.stringify(name)}. Name one of ${Object.keys(db).join(', ')}.`)
}

/** An application to be mocked. */
export interface MockOf extends MockedApplication {
  /** Rules for what operations do beyond their contracts. */
  rules?: Rules | undefined
  /** Initial records by their collections. */
  records?: Readonly<Record<string, readonly object[]>> | undefined
}
