import type { Access, AnyOperation } from '@roster/core/contract'
import { Random } from '../../packages/sdk/src/testing/random.ts'
import { exampleOf } from './examples.ts'
import { ODD_VALUES } from './odd-values.ts'
import type { Reply } from './transcript.ts'
import { type Twin, twinnedOperations } from './twins.ts'
import { MEMBERS, ODD_IDENTIFIERS, ODD_QUERIES, ODD_TEXTS, PARAMETERS, type Seen, type Walker } from './walk-values.ts'
import { World } from './world.ts'

type Headers = Record<string, string>

/** Milliseconds by which a walk moves the clock. */
const LEAPS = [1, 999, 1_000, 61_000, 3_600_000, 25 * 3_600_000]

const TYPES = [
  'application/json',
  'text/html',
  'application/*;q=0',
  '*/*;q=0',
  'application/json;version=1',
  'text/csv, */*;q=0.1',
]

/** Operations that no walk calls: the mock does not limit how often somebody fails to sign in, and deliveries of one millisecond have no order. */
const LEFT_OUT = new Set(['session.create', 'webhookEndpoints.deliveries'])

/** A sequence of requests to a twin, chosen by a seed and by earlier answers: the same on each twin, as long as their answers are. */
export class Walk implements Walker {
  readonly world: World
  readonly random: Random
  readonly access: Access
  readonly time: () => number
  readonly #operations: readonly AnyOperation[]
  /** Headers with the credential of each caller. */
  readonly #callers: Headers[] = [{}]
  /** Identifiers of records by path parameter. */
  readonly #identifiers = new Map<string, string[]>()
  readonly #seen = new Map<string, Seen>()

  constructor(twin: Twin, seed: number) {
    const { application } = twin.subject
    this.world = new World(twin)
    this.random = new Random(seed)
    this.access = application.access
    this.time = twin.clock.now
    this.#operations = twinnedOperations(twin.subject).filter(({ name }) => !LEFT_OUT.has(name))
  }

  /** Makes the first records, signs a user in, and makes keys with less power than the administrator's. */
  async begin(): Promise<void> {
    const { world, access } = this
    await world.fill()
    for (const [parameter, id] of Object.entries(world.ids)) this.#identifiers.set(parameter, [id])
    const reading = access.scopeNames.filter((scope) => scope.startsWith('read'))
    const { keys, clients, webhooks } = access.scopeFor
    const viewer = await world.viewer()
    const secrets = [await world.keyWith(reading), await world.keyWith([keys, clients, webhooks]), viewer.key]
    this.#callers.push(...secrets.map((secret) => ({ 'x-api-key': secret })), await world.browser())
  }

  /** Sends one request, or lets time pass. */
  async step(): Promise<void> {
    const { twin } = this.world
    if (this.#happens(0.06)) {
      await twin.makeExports()
      twin.clock.advance(this.random.pick(LEAPS))
    } else await this.#call(this.random.pick(this.#operations))
    // Records of one millisecond are ordered by identifiers, which differ on each twin.
    twin.clock.advance(1)
  }

  /** Returns the identifier of a record that a path parameter names, or sometimes one of nothing. */
  identifierFor(parameter: string): string {
    const known = this.#identifiers.get(parameter) ?? []
    const other = this.#happens(0.08) ? [...this.#identifiers.values()].flat() : ODD_IDENTIFIERS
    return this.random.pick(known.length > 0 && this.#happens(0.9) ? known : other)
  }

  /** Returns what earlier answers at a path told. */
  seenAt(path: string): Seen {
    const seen = this.#seen.get(path) ?? { tags: [], cursors: [], version: 1 }
    this.#seen.set(path, seen)
    return seen
  }

  async #call(operation: AnyOperation): Promise<void> {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => this.identifierFor(name))
    const method = operation.method === 'GET' && this.#happens(0.05) ? 'HEAD' : operation.method
    const body = operation.body && this.#bodyOf(operation, path)
    const administrator = { 'x-api-key': this.world.twin.adminKey }
    const caller = this.#happens(0.6) ? administrator : this.random.pick(this.#callers)
    const headers = this.#headersFor(path)
    const request = `${method} ${path}${this.#queryOf(operation, path)}`
    this.world.transcript.note({ caller: this.#callers.indexOf(caller), headers, body })
    const sent = { key: null, headers: { ...caller, ...headers }, ...(body && { body }) }
    this.#learn(operation, path, await this.world.send(request, sent))
  }

  #bodyOf({ body, example }: AnyOperation, path: string): Record<string, unknown> {
    const given: Record<string, unknown> = {}
    for (const member of Object.keys(body!.shape)) {
      const usual = (example as Record<string, unknown>)[member]
      if (this.#happens(usual === undefined ? 0.7 : 0.06)) continue
      given[member] = this.#happens(0.7) && Object.hasOwn(MEMBERS, member) ? MEMBERS[member]!(this, path) : usual
      if (this.#happens(0.04)) given[member] = this.random.pick(ODD_VALUES)
    }
    return this.#happens(0.02) ? { ...given, unheard_of: 1 } : given
  }

  #queryOf({ parameters: { shape }, pathNames }: AnyOperation, path: string): string {
    const names = Object.keys(shape).filter((name) => !pathNames.includes(name) && this.#happens(0.3))
    const pairs = names.map((name) => {
      const value = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name]!(this, path) : exampleOf(shape[name])
      return `${name}=${encodeURIComponent(this.#happens(0.05) ? this.random.pick(ODD_TEXTS) : String(value))}`
    })
    if (this.#happens(0.02)) pairs.push(this.random.pick(ODD_QUERIES))
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`
  }

  #headersFor(path: string): Headers {
    const tag = () => this.random.pick(['"x"', '*', 'x', 'W/"x"', ...this.seenAt(path).tags])
    const date = () => new Date(this.time() - this.random.pick([0, 1_000, 100_000])).toUTCString()
    const choices: readonly [chance: number, name: string, value: () => string][] = [
      [0.1, 'if-match', tag],
      [0.1, 'if-none-match', tag],
      [0.02, 'if-modified-since', date],
      [0.02, 'if-unmodified-since', date],
      [0.15, 'idempotency-key', () => this.random.pick(['a', 'b', 'c'])],
      [0.03, 'accept', () => this.random.pick(TYPES)],
      [0.03, 'range', () => this.random.pick(['bytes=0-3', 'bytes=-2', 'bytes=99999-'])],
    ]
    const sent = choices.filter(([chance]) => this.#happens(chance))
    return Object.fromEntries(sent.map(([, name, value]) => [name, value()]))
  }

  /** Remembers what later requests may name. */
  #learn({ path: pattern }: AnyOperation, path: string, { body, headers }: Reply): void {
    const tag = headers.get('etag')
    const seen = this.seenAt(path)
    // The service writes the last use of a key a little later, and the tag changes with it.
    if (tag !== null && !JSON.stringify(body ?? null).includes('last_used_at')) seen.tags.push(tag)
    if (body?.next_cursor) seen.cursors.push(body.next_cursor)
    if (body?.version) seen.version = body.version
    if (body?.secret) this.#callers.push({ 'x-api-key': body.secret })
    const parameter = this.#operations.find((one) => one.path.replace(/\/\{\w+\}$/, '') === pattern)?.pathNames.at(-1)
    if (parameter === undefined) return
    const known = this.#identifiers.get(parameter) ?? []
    for (const record of [body, ...(body?.data ?? [])]) {
      const id = record?.[parameter] ?? record?.id
      if (id !== undefined && !known.includes(String(id))) known.push(String(id))
    }
    this.#identifiers.set(parameter, known)
  }

  #happens(chance: number): boolean {
    return this.random.next() < chance
  }
}
