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
import type { Operation } from './operation.ts'
import { SETUP } from './principal.ts'
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

/** What a mock is made with, whatever application it is of. */
export interface MockSettings {
  /** Decides names, identifiers and secrets: the same seed gives the same ones. Default: 1. */
  seed?: number | undefined
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

/** What an application has, as types. */
export interface MockTypes {
  db: object
  /** Any event, told apart by its name. */
  event: object
  /** What events carry, by their names. */
  data: object
  error: string
  scope: string
  role: string
}

/** The types of an application of which nothing is known. */
export interface AnyTypes extends MockTypes {
  db: Tables & Record<string, object[]>
  event: Event
  data: Record<string, object>
}

export interface CreateKeyOptions<Types extends MockTypes> {
  /** Default: the one that may do least. */
  role?: Types['role'] | undefined
  /** Default: all that the role may hold. */
  scopes?: readonly Types['scope'][] | undefined
  /** The user it acts as. Default: none for who sees the records of all, the first active user in the role for others. */
  user_id?: string | undefined
}

/** What the mock of an application is made of beside its contract. */
export interface MockParts<Types extends MockTypes = AnyTypes> {
  /** What operations do beyond what their contracts tell. */
  rules?: Rules
  /** Checks of values that its tables need beside those that every application has. */
  checks?: Checks
  /** Puts in the records that are there from the start. */
  begin?: Fill<Types>
}

type Fill<Types extends MockTypes> = (db: Types['db'], random: Random) => void

/** What an event that a test emits says besides its record. */
export interface EmitOptions {
  /** Who did it. Default: nobody. */
  actor?: Actor | null | undefined
}

/** Who receives a webhook: an address, or a function that handles requests. */
export type WebhookReceiver = string | URL | ((request: Request) => Response | Promise<Response>)

/** A secret that keys of tests can have, so that nobody has to look one up. */
const TEST_KEY = 'test'

/** When what is there from the start was made. */
const START = Date.parse('2026-01-01T00:00:00.000Z')

/** An API in memory, with a state of its own. */
export class Mock<Types extends MockTypes = AnyTypes> {
  /** The secret of webhooks that `deliverWebhook` sends: pass it to `verifyWebhook`. Endpoints that are created have one of their own. */
  readonly webhookSecret = 'whsec_bW9ja2VkLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU='
  /** What goes wrong, on demand. */
  readonly faults: Faults<Types['error']>
  /** Address that links are made from, without a trailing slash. */
  readonly baseUrl: string
  /** A class of WebSockets that lead here, in memory: `connect(roster, { WebSocket: mock.WebSocket })`. */
  readonly WebSocket: MockWebSocketClass = webSocketClass((...handshake) => this.openSocket(...handshake))
  readonly #fill: Fill<Types>
  readonly #application: Application
  readonly #stepsOf: (operation: Operation) => Steps
  readonly #options: MockSettings
  #state: State
  #courier: Courier | undefined
  /** The request before: they take effect one after another. */
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

  /** The records there are. What a test changes here is what the API answers. */
  get db(): Types['db'] {
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

  /** Makes an API key and returns its secret: by default of who may do least. */
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

  /** Whom a key acts as by default. */
  #userIn(wanted: string): string | null {
    if (this.#application.access.ownerOf({ role: wanted, user_id: null }) === null) return null
    const user = this.#state.accountWhere(({ role, status }) => role === wanted && status === 'active')
    if (user) return user.id
    throw new RosterError(`A key in the role ${wanted} needs a user: pass \`user_id\`.`)
  }

  /**
   * Something happens: it is in the log, on every stream and on every socket at once, and goes to the webhook endpoints that ask for it. Members
   * that `data` lacks are those of the contract's example.
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
  async deliverWebhook(
    to: WebhookReceiver,
    name: keyof Types['data'] & string,
    { secret = this.webhookSecret } = {},
  ): Promise<Response> {
    if (!this.#state.db.events.some(({ event }) => event === name)) this.emit(name)
    const event = this.#state.db.events.findLast((each) => each.event === name)!
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

  /** Does something after the request before it, and what follows from it. */
  async #next<Result>(work: (service: Service) => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => {
      this.#keepUp()
      return work(this.#service())
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
    const { seed = 1, webhookAllow: allowedRanges, limits, deliver } = this.#options
    const state = new State(this.#application, seed, { allowedRanges, limits })
    this.#fill(state.db, state.random)
    addKey(state)
    state.followers.add((event) => queueDeliveries(state, event))
    this.#courier = deliver && new Courier(state, { deliver, time: this.#time, secret: this.webhookSecret, seed })
    return state
  }
}

/** Adds the key that may do everything, in the role that may most. */
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
 * The mock of any application: of what its contract says, and of rules for what that does not tell. An operation that needs a rule and has none
 * fails with an error that says so.
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
  /** What operations do beyond what their contracts tell. */
  rules?: Rules
  /** The records that are there from the start, by their collections. */
  records?: Readonly<Record<string, readonly object[]>>
}
