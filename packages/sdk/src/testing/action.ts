import { existing, present, requirePower } from './refuse.ts'
import type { Power } from '#core/contract/access'
import type { Operation } from './operation.ts'
import type { Scope } from './policy.ts'
import { actorOf, type Principal } from './principal.ts'
import type { MockRequest } from './request.ts'
import type { Application } from './application.ts'
import type { Event, Row, Tables } from './records.ts'
import type { State } from './state.ts'

/** A call of an operation, with its caller. */
export interface Call {
  operation: Operation
  request: MockRequest
  state: State
  principal: Principal
  time: number
  baseUrl: string
  asked: Power[]
}

/** What the steps of an operation work with: its call, the validated input and the mock's state. */
export class Action {
  readonly operation: Operation
  readonly state: State
  readonly principal: Principal
  /** Parameters and body members, validated. */
  readonly input: Row
  /** Time of the call in milliseconds since the epoch. */
  readonly time: number
  readonly baseUrl: string
  /** The powers that the call has required of the caller so far. */
  readonly asked: Power[]
  /** Value of the request's `User-Agent`. */
  readonly userAgent: string | undefined

  constructor({ operation, state, principal, time, baseUrl, asked, request }: Call, input: Row) {
    this.operation = operation
    this.state = state
    this.principal = principal
    this.input = input
    this.time = time
    this.baseUrl = baseUrl
    this.asked = asked
    this.userAgent = request.headers['user-agent']
  }

  get db(): Tables {
    return this.state.db
  }

  get application(): Application {
    return this.state.application
  }

  get now(): string {
    return new Date(this.time).toISOString()
  }

  id(prefix: string): string {
    return this.state.random.id(prefix, this.time)
  }

  /** Throws `forbidden` unless the caller holds every one of these powers, as the service does. */
  requirePower(subject: string, ...powers: readonly Power[]): void {
    requirePower(this.principal, subject, powers)
    this.asked.push(...powers)
  }

  emit(event: string, data: object, subject: string | null): Event {
    return this.state.emit(event, data, { subject, actor: actorOf(this.principal), time: this.time })
  }

  /** Returns the record of a table with this identifier. Throws `gone` for 30 days after its deletion, else `not-found`. */
  find<T extends object>(table: readonly T[], id: string, noun: string, key = 'id'): T {
    const record = table.find((each) => (each as Row)[key] === id)
    if (record) return record
    present(existing(this.state.deletedFrom(table).get(id), noun), noun, this.time)
    throw new Error('A deleted record is never present.')
  }

  /** Removes a record from its table. */
  remove<T extends object>(table: T[], record: T, key = 'id'): void {
    table.splice(table.indexOf(record), 1)
    this.state.deletedFrom(table).set(String((record as Row)[key]), { deleted_at: this.now, record })
  }
}

/** The steps of an operation. A step throws a `Problem` to stop. */
export interface Steps {
  /** Returns scopes that the operation needs besides the scope in its contract. They depend on `sent`, the input before validation. */
  scopes?: (call: Call, sent: Row) => readonly Scope[]
  /** Finds the record that the path names. It runs before the body is validated: 404 and 410 come before faults of the body. */
  load?: (action: Action) => any
  run: (action: Action, target: any) => unknown
}
