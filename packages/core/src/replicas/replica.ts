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

/** Which standbys may answer for a primary. */
export interface ReplicasOptions {
  urls: readonly string[]
  /** How long a read waits for one to catch up, in milliseconds; further behind, it is left out. */
  lag: number
  /** Told when one is left out, for what, and when it answers again. */
  tell: (replica: ReplicaState) => void
}

/** A server that may answer for the primary. */
export interface ReplicaOptions extends Pick<ReplicasOptions, 'lag' | 'tell'> {
  url: string
  /** What connections are called at the server. */
  name: string
  /** What tells the primary's database from any other. */
  database: string
  /** What statements are traced with. Default: they are not. */
  tracing?: Tracing | undefined
  /** Asks the primary how far it is. */
  ask: () => Promise<Position>
}

/** A connection that has what a position has. Whoever takes it gives it back. */
export interface Caught {
  client: PoolClient
  query: Query
}

/** A standby, and whether it is fit to answer. */
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

  /** A connection that has all that the primary had at a position; undefined where it cannot be had, and the primary is to answer. */
  async take(position: Position): Promise<Caught | undefined> {
    const connections = this.#connections
    if (!connections || this.fault !== undefined) return undefined
    // Without one that is free nothing is known of it.
    const client = await connections.reads.connect().catch(() => undefined)
    if (!client || !(await this.#isFit(client, position, connections))) return undefined
    return { client, query: queryOn(async () => client, connections.pooling, this.#options.tracing) }
  }

  /** Looks whether it is fit to answer. Rejects where that cannot be said, as the primary does not tell how far it is. */
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

  /** Waits for it to catch up, for so long. Where it does not, the connection is given back, and it is left out. */
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

  /** Why it has not what the primary had at a position, after the time in which it should. */
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

  /** Whoever waits for it waits no longer. */
  #lose(error: unknown, connections: Connections | undefined): void {
    if (this.#connections !== connections) return
    this.#connections = undefined
    void connections?.end()
    this.#note((error as { code?: string }).code === NO_TABLE ? EMPTY : reasonOf(error))
  }

  #note(fault: string | undefined): void {
    if (fault === this.fault) return
    this.fault = fault
    this.#options.tell(this)
  }

  /** Breaks its connections off. */
  async close(): Promise<void> {
    await this.#connections?.end()
    this.#connections = undefined
  }
}

const NEW = 'nobody has looked at it yet'
const FOREIGN = 'it is of another database'
const EMPTY = 'it has no tables yet'

/** PostgreSQL's code for a table that does not exist. */
const NO_TABLE = '42P01'

/** Why it has nothing that counts, however far it has come. */
function faultOf({ is_standby, is_related }: Pick<ReplicaStatus, 'is_standby' | 'is_related'>): string | undefined {
  if (!is_standby) return 'it is no standby, and takes writes of its own'
  if (is_related === null) return EMPTY
  return is_related ? undefined : 'it follows another server than the primary'
}
