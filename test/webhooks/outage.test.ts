import type { Database } from '@roster/core'
import { createSealer, DeliveryQueue } from '@roster/core/server'
import { describe, expect, test } from 'vitest'
import { idsAt, setScene } from '../support/webhook-scene.ts'

const scene = setScene()

/** A database that is lost once it is asked something, until it is mended. */
class Outage {
  readonly database: Database
  #state: 'whole' | 'lost' | 'mended' = 'whole'

  constructor(database: Database, name: string) {
    const query: Database['query'] = (statement, values) => {
      if (this.#state === 'whole' && statement.name === name) this.#state = 'lost'
      return this.isLost
        ? Promise.reject(new Error('Connection terminated unexpectedly'))
        : database.query(statement, values)
    }
    this.database = { ...database, query }
  }

  get isLost(): boolean {
    return this.#state === 'lost'
  }

  mend(): void {
    this.#state = 'mended'
  }
}

describe('while the database is lost', () => {
  test.each([
    ['deliveries are looked for', 'webhook deliveries due'],
    ['a success is written down', 'webhook success'],
    ['a failure is written down', 'webhook failure'],
    ['the endpoint is given back', 'webhook endpoint released'],
  ])('and %s, an endpoint waits for the database alone, and then gets everything in order', async (_when, name) => {
    const answers = name === 'webhook failure' ? [500] : []
    const { receiver } = await scene.receive((response) => void response.writeHead(answers.shift() ?? 204).end())
    const { database, secrets } = scene.service
    const outage = new Outage(database, name)
    await scene.deliver({
      queue: new DeliveryQueue(outage.database, createSealer(secrets, 'webhook')),
      report: () => {},
    })
    const added = await scene.addUsers(1)
    await expect.poll(() => outage.isLost).toBe(true)
    added.push(...(await scene.addUsers(2)))
    outage.mend()
    await expect.poll(() => new Set(idsAt(receiver))).toEqual(new Set(added))
    expect([...new Set(idsAt(receiver))]).toEqual(added)
  })
})
