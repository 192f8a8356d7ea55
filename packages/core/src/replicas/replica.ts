import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { whoAnswers } from '../data/pooling.ts'
import type { Query } from '../data/statement.ts'
import { queryOn } from '../data/postgres-query.ts'
import type { ReplicaState } from '../data/reads.ts'
import { reasonOf } from '../data/unreachable.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { Connections } from './connections.ts'
import { type Position, REPLICA_STATUS, type ReplicaStatus } from './position.ts'

/** How long a replica may keep silent, in milliseconds, before it counts as gone. */
const SILENCE = 1_000

/** The replicas of a database, and how late they may be. */
export interface ReplicasOptions {
  urls: readonly string[]
  /** How long a read waits for a replica to catch up with the primary, in milliseconds. One that takes longer is left out. */
  lag: number
  /** Called with a replica when it is left out, as its `fault` says, and when it answers again. */
  tell: (replica: ReplicaState) => void
}

/** One replica, and the primary that it answers for. */
export interface ReplicaOptions extends Pick<ReplicasOptions, 'lag' | 'tell'> {
  url: string
  /** What its connections are called at the server. */
  name: string
  /** The identity of the primary's database, which its standbys share. */
  database: string
  /** What statements are traced with. Default: they are not. */
  tracing?: Tracing | undefined
  /** Asks the primary for its position. */
  ask: () => Promise<Position>
}

/** A connection to a replica that has reached a position. Whoever takes it releases it. */
export interface ReplicaConnection {
  client: PoolClient
  /** Runs one statement on it, and releases it. */
  query: Query
}

/**
 * A server that answers reads for the primary while it is fit to: while it is a standby of the same database, follows the same primary, and replays within
 * `lag` what the primary had when it was asked. `fault` says what of that it lacks; with one it is left out until a look finds it fit.
 */
export class Replica implements ReplicaState {
  readonly place: string
  fault: string | undefined = NEW
  behind = 0
  readonly #options: ReplicaOptions
  #connections: Connections | undefined

  constructor(options: ReplicaOptions) {
    const { hostname, port } = new URL(options.url)
    this.place = `${hostname}:${port || 5432}`
    this.#options = options
  }

  /** Takes a connection once it has reached a position. Returns undefined where it is left out or does not reach it in time: the primary is to answer. */
  async take(position: Position): Promise<ReplicaConnection | undefined> {
    const connections = this.#connections
    if (!connections || this.fault !== undefined) return undefined
    // That none is free for a while is no fault of the replica.
    const client = await connections.reads.connect().catch(() => undefined)
    if (!client || !(await this.#isFit(client, position, connections))) return undefined
    return { client, query: queryOn(async () => client, connections.pooling, this.#options.tracing) }
  }

  /** Looks whether it is fit to answer, and notes its fault. Rejects where the primary does not tell its position, so that nothing is known of the replica. */
  async look(): Promise<void> {
    const position = await this.#options.ask()
    let connections: Connections
    let client: PoolClient
    try {
      connections = this.#connections ??= await this.#connect()
      client = await connections.looks.connect()
    } catch (error) {
      return this.#lose(error, this.#connections)
    }
    if (!(await this.#isFit(client, position, connections))) return
    client.release()
    if (this.#connections === connections) this.#note(undefined)
  }

  async #connect(): Promise<Connections> {
    const { url, name, database } = this.#options
    const answering = await whoAnswers(url, name, SILENCE)
    if (answering.database !== database) throw new Error(FOREIGN)
    return new Connections(url, { name, pooling: answering.pooling, patience: SILENCE })
  }

  /** Waits until it has reached a position. Where it does not, its fault is noted, and the connection is released. */
  async #isFit(client: PoolClient, position: Position, connections: Connections): Promise<boolean> {
    try {
      const fault = await this.#reach(client, position, connections)
      if (fault === undefined) return true
      client.release()
      if (this.#connections === connections) this.#note(fault)
    } catch (error) {
      client.release(true)
      this.#lose(error, connections)
    }
    return false
  }

  /** Returns the fault for which it has not reached a position within `lag`; undefined once it has. */
  async #reach(
    client: PoolClient,
    { lsn, timeline }: Position,
    { prepares }: Connections,
  ): Promise<string | undefined> {
    const { lag } = this.#options
    const end = performance.now() + lag
    const statement = { ...(prepares && { name: 'status of a replica' }), text: REPLICA_STATUS, query_timeout: SILENCE }
    for (let pause = 1; ; pause *= 2) {
      const { rows } = await client.query<ReplicaStatus>({ ...statement, values: [lsn, timeline] })
      const { behind, ...standing } = rows[0]!
      const fault = faultOf(standing)
      if (fault !== undefined) return fault
      this.behind = behind!
      if (behind === 0) return undefined
      const left = end - performance.now()
      if (left <= 0) return `it is more than ${lag} ms behind`
      await wait(Math.min(pause, left))
    }
  }

  /** Leaves it out for an error, and breaks its connections off, so that nobody waits for them. */
  #lose(error: unknown, connections: Connections | undefined): void {
    if (this.#connections !== connections) return
    this.#connections = undefined
    void connections?.end()
    this.#note((error as { code?: string }).code === NO_TABLE ? EMPTY : reasonOf(error))
  }

  /** Tells of a fault that is new, or is gone. */
  #note(fault: string | undefined): void {
    if (fault === this.fault) return
    this.fault = fault
    this.#options.tell(this)
  }

  /** Breaks its connections off. */
  async close(): Promise<void> {
    const connections = this.#connections
    // What is under way fails by that, and is not to end them once more.
    this.#connections = undefined
    await connections?.end()
  }
}

// Faults are clauses, which are told after "the replica at 10.0.0.2:5432 is left out:".
const NEW = 'nobody has looked at it yet'
const FOREIGN = 'it is of another database'
const EMPTY = 'it has no tables yet'

/** PostgreSQL's code for a table that does not exist. */
const NO_TABLE = '42P01'

/** The fault of a server that is none of the primary's replicas, however far it has come. */
function faultOf({ is_standby, is_related }: Pick<ReplicaStatus, 'is_standby' | 'is_related'>): string | undefined {
  if (!is_standby) return 'it is no standby, and takes writes of its own'
  if (is_related === null) return EMPTY
  return is_related ? undefined : 'it follows another server than the primary'
}
