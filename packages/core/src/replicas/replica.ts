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

/** Time after which a silent replica counts as gone, in milliseconds. */
const SILENCE = 1_000

/** The replicas of a database, and their largest lag. */
export interface ReplicasOptions {
  urls: readonly string[]
  /** Time that a read waits for a replica to catch up with the primary, in milliseconds. A replica that takes longer is left out. */
  lag: number
  /** Called with a replica when it is left out, for the reason in `fault`, and when it is used again. */
  tell: (replica: ReplicaState) => void
}

/** Options of one replica. */
export interface ReplicaOptions extends Pick<ReplicasOptions, 'lag' | 'tell'> {
  url: string
  /** Name of its connections at the server (`application_name`). */
  name: string
  /** Identifier of the primary's database, which its standbys share. */
  database: string
  /** Traces statements. Default: no tracing. */
  tracing?: Tracing | undefined
  /** Asks the primary for its position. */
  ask: () => Promise<Position>
}

/** A connection to a replica that has reached a position. The taker releases it. */
export interface ReplicaConnection {
  client: PoolClient
  /** Runs one statement on the connection, and releases it. */
  query: Query
}

/**
 * A server that answers reads while it is fit: it is a standby of the same database, follows the same primary, and catches up with the primary's position
 * within `lag`. Otherwise `fault` says why not, and it is left out until a check finds it fit.
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

  /**
   * Returns a connection once the replica has reached a position; undefined when it is left out or does not reach it in time, so that the primary has to
   * answer.
   */
  async take(position: Position): Promise<ReplicaConnection | undefined> {
    const connections = this.#connections
    if (!connections || this.fault !== undefined) return undefined
    // A pool without a free connection is no fault of the replica.
    const client = await connections.reads.connect().catch(() => undefined)
    if (!client || !(await this.#isFit(client, position, connections))) return undefined
    return { client, query: queryOn(async () => client, connections.pooling, this.#options.tracing) }
  }

  /** Checks whether the replica is fit, and records its fault. Rejects when the primary does not return its position, so that the check is impossible. */
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

  /** Waits until the replica has reached a position. Otherwise records the fault, releases the connection, and returns false. */
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

  /** Waits until the replica has reached a position, and returns undefined; returns the fault when it does not within `lag`. */
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

  /** Leaves the replica out because of an error, and destroys its connections, so that no statement waits for them. */
  #lose(error: unknown, connections: Connections | undefined): void {
    if (this.#connections !== connections) return
    this.#connections = undefined
    void connections?.end()
    this.#note((error as { code?: string }).code === NO_TABLE ? EMPTY : reasonOf(error))
  }

  /** Records the fault, and reports a change. */
  #note(fault: string | undefined): void {
    if (fault === this.fault) return
    this.fault = fault
    this.#options.tell(this)
  }

  /** Destroys its connections. */
  async close(): Promise<void> {
    const connections = this.#connections
    // Pending statements fail, and must not end the connections a second time.
    this.#connections = undefined
    await connections?.end()
  }
}

// Faults are clauses that follow "the replica at 10.0.0.2:5432 is left out:".
const NEW = 'nobody has looked at it yet'
const FOREIGN = 'it is of another database'
const EMPTY = 'it has no tables yet'

/** PostgreSQL's code for a table that does not exist. */
const NO_TABLE = '42P01'

/** Returns the fault of a server that is no replica of the primary, whatever its position; undefined for a replica. */
function faultOf({ is_standby, is_related }: Pick<ReplicaStatus, 'is_standby' | 'is_related'>): string | undefined {
  if (!is_standby) return 'it is no standby, and takes writes of its own'
  if (is_related === null) return EMPTY
  return is_related ? undefined : 'it follows another server than the primary'
}
