import type { Pool, PoolClient } from 'pg'
import type { Pooling } from '../data/pooling.ts'
import { createPool } from '../data/postgres-pool.ts'

interface ConnectionsOptions {
  name: string
  pooling: Pooling
  /** Time limit of waiting for a connection, in milliseconds. */
  patience: number
}

/** Connections to a replica: a pool for reads, and a connection for checks, which reads cannot occupy. */
export class Connections {
  readonly pooling: Pooling
  readonly reads: Pool
  readonly looks: Pool
  readonly #open = new Set<PoolClient>()

  constructor(url: string, options: ConnectionsOptions) {
    this.pooling = options.pooling
    this.reads = createPool(url, { ...options, readsOnly: true })
    this.looks = createPool(url, { ...options, readsOnly: true, connections: 1 })
    for (const pool of [this.reads, this.looks]) {
      pool.on('connect', (client) => this.#open.add(client))
      pool.on('remove', (client) => this.#open.delete(client))
    }
  }

  /** Whether prepared statements can be used by name. */
  get prepares(): boolean {
    return this.pooling !== 'transaction'
  }

  /** Destroys all connections, so that pending statements fail at once: a dead server would never answer them. */
  async end(): Promise<void> {
    for (const client of this.#open) client.connection.stream.destroy()
    await Promise.all([this.reads.end(), this.looks.end()])
  }
}
