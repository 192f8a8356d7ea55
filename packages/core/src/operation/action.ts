import { requirePower } from '../access/power.ts'
import type { Signer } from '../crypto/signer.ts'
import type { Context, WebhookServices } from './context.ts'
import type { Access, Power } from '../contract/access.ts'
import type { Naming } from '../contract/naming.ts'
import { actorOf } from '../contract/actor.ts'
import type { Principal } from '../contract/principal.ts'
import type { Database } from '../data/database.ts'
import type { Statement } from '../data/statement.ts'
import type { Transaction } from '../data/transaction.ts'
import { declaredOf } from '../event-log/declared.ts'
import { emit } from '../event-log/emit.ts'
import type { Limits } from './limits.ts'

const BESIDE =
  'The transaction of this operation has begun, and `action.database` reads beside it. Read by `action.transaction.query`.'

/**
 * What the function of an operation works with: the caller, the validated input, the database, and the transaction, which is committed when the function
 * returns.
 */
export class Action<Input> {
  readonly principal: Principal
  /** Parameters and body members, validated. */
  readonly input: Input
  readonly signer: Signer
  readonly webhooks: WebhookServices
  readonly limits: Limits
  /** Access rules of the application. */
  readonly access: Access
  /** Names of the application. */
  readonly naming: Naming
  /** The network address that the call comes from. */
  readonly address: string
  /** `User-Agent` header of the caller, as it was sent. */
  readonly userAgent: string | undefined
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string
  /** The transaction of this operation; committed when its function returns. */
  readonly transaction: Transaction
  /** The time of the request, in milliseconds since the epoch. */
  readonly time: number
  readonly #database: Database
  readonly #events: Context['events']
  readonly #throttled: Context['throttled']
  readonly #asked: Power[] | undefined

  constructor(context: Context, principal: Principal, input: Input, transaction = context.database.transaction()) {
    this.principal = principal
    this.input = input
    this.#database = context.database
    this.#events = context.events
    this.signer = context.signer
    this.#throttled = context.throttled
    this.webhooks = context.webhooks
    this.limits = context.limits
    this.access = context.access
    this.naming = context.naming
    this.address = context.address
    this.userAgent = context.userAgent
    this.baseUrl = context.baseUrl
    this.transaction = transaction
    this.time = context.now()
    this.#asked = context.asked
  }

  /**
   * The database, for reads of committed data outside the transaction of this operation. Throws an `Error` once the transaction has begun: the embedded
   * database would wait for its end for ever.
   */
  get database(): Database {
    if (this.transaction.isOpen) throw new Error(BESIDE)
    return this.#database
  }

  /** Runs a statement and returns its rows: inside the transaction of this operation once it has begun, else on its own. */
  query<Row>(statement: Statement, values?: readonly unknown[]): Promise<Row[]> {
    return (this.transaction.isOpen ? this.transaction : this.#database).query(statement, values)
  }

  /**
   * Runs an attempt to prove an identity and returns its result; undefined counts as a failure. Throws `rate-limited`, without running the attempt, when too
   * many have failed.
   */
  throttled<Proof>(account: string, prove: () => Promise<Proof | undefined>): Promise<Proof | undefined> {
    return this.#throttled(account, prove, (statement, values) => this.query(statement, values))
  }

  /** The time of the request as an ISO timestamp. */
  get now(): string {
    return new Date(this.time).toISOString()
  }

  /**
   * Throws `forbidden` unless the caller holds every one of these powers: those that a target has now, and those that it would have afterwards. `subject` names
   * the target at the beginning of a sentence, such as `This API key`.
   */
  requirePower(subject: string, ...powers: readonly Power[]): void {
    requirePower(this.principal, subject, ...powers)
    this.#asked?.push(...powers)
  }

  /**
   * Adds an event of the caller to the log, committed with the change, and returns its identifier. `owner` is the user whose record the event is about; null
   * for none. Throws an `Error` for an event that no resource declares, since no subscriber could receive it, and for data that lacks a required member.
   * Undeclared members are left out.
   */
  emit(event: string, data: { id: string }, owner: string | null): string {
    const spec = this.#events.get(event)
    if (!spec) throw new Error(`No resource declares the event "${event}". Add it to the \`events\` of its contract.`)
    const actor = actorOf(this.principal)
    return emit(this.transaction, { time: this.time, event, actor, data: declaredOf(event, spec, data), owner })
  }
}
