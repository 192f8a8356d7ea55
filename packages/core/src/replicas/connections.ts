import type { Pool, PoolClient } from 'pg'
import type { Pooling } from '../data/pooling.ts'
import { createPool } from '../data/postgres-pool.ts'

interface ConnectionsOptions {
  name: string
  pooling: Pooling
  /** How long a connection may be waited for, in milliseconds. */
  patience: number
}

/** Connections to a replica: those that read, and one that looks whether it is fit, which no reader keeps from that. */
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

  /** Whether a statement that was prepared is met again under its name. */
  get prepares(): boolean {
    return this.pooling !== 'transaction'
  }

  /** Breaks all of them off, so that whoever waits for an answer fails at once: a server that has gone dead would give none. */
  async end(): Promise<void> {
    for (const client of this.#open) client.connection.stream.destroy()
    await Promise.all([this.reads.end(), this.looks.end()])
  }
}
