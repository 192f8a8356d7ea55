import { setTimeout as wait } from 'node:timers/promises'
import { startExportWorker } from '@roster/api/app'
import { memoryLimiter, type Quotas } from '@roster/gateway'
import { createMock } from '@roster/sdk/testing'
import { EXAMPLE_SECRET, fillWithExamples } from './examples.ts'
import { BASE_URL, Clock, startService } from './service.ts'

/** The service or its twin in memory, with nobody in it but an administrator's key. */
export interface Twin {
  name: 'service' | 'mock'
  /** Resolves when the events of what it did have their place in the log. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Address for a client. */
  baseUrl: string
  /** Secret of a key that may do everything. */
  adminKey: string
  clock: Clock
  /** Removes all records. */
  reset: () => Promise<void>
  /** Makes the exports that wait. It is a second later then. */
  makeExports: () => Promise<void>
  stop: () => Promise<void>
}

const QUOTAS: Quotas = { read: 100_000, write: 100_000, anonymous: 100_000, token: 100_000 }

/** The real gateway, listening, on a database of its own. */
export async function liveTwin(quotas: Partial<Quotas> = {}): Promise<Twin> {
  const service = await startService({ limiter: memoryLimiter({ ...QUOTAS, ...quotas }) })
  const { database, clock } = service
  await service.startEventLog()
  const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const count = async (text: string) => (await database.query<{ left: number }>({ text }))[0]!.left
  const until = async (text: string) => {
    while ((await count(text)) > 0) await wait(5)
  }
  const settle = () => until('select count(*) as left from events where seq is null')
  const reset = async () => {
    await fillWithExamples(database, clock.now())
    const examples = ['users', 'orders', 'oauth_clients', 'exports', 'sessions', 'tickets']
    for (const table of examples) await database.query({ text: `delete from ${table}` })
    await database.query({ text: `delete from api_keys where name = 'Nightly import'` })
  }
  await reset()
  return {
    name: 'service',
    async fetch(path, init) {
      const response = await fetch(baseUrl + path, { ...init, redirect: 'manual' })
      if ((init?.method ?? 'GET') !== 'GET') await settle()
      return response
    },
    baseUrl,
    adminKey: EXAMPLE_SECRET,
    clock,
    reset,
    async makeExports() {
      clock.advance(1_000)
      const report = (error: unknown) => {
        throw error
      }
      const worker = startExportWorker({ database, now: clock.now, baseUrl: BASE_URL, report })
      await until(`select count(*) as left from exports where status in ('pending', 'running')`)
      await worker.stop()
      await settle()
    },
    stop: () => service.stop(),
  }
}

/** The mock, told to be as the service is in tests. */
export async function mockTwin(quotas: Partial<Quotas> = {}): Promise<Twin> {
  const clock = new Clock()
  const mock = createMock({
    users: 0,
    clock: clock.now,
    baseUrl: BASE_URL,
    quotas: { ...QUOTAS, ...quotas },
    exportTime: 1_000,
  })
  const reset = async () => {
    mock.reset()
    mock.db.apiKeys[0]!.created_at = new Date(clock.now()).toISOString()
  }
  return {
    name: 'mock',
    fetch: (path, init) => mock.fetch(BASE_URL + path, init),
    baseUrl: BASE_URL,
    adminKey: 'test',
    clock,
    reset,
    async makeExports() {
      clock.advance(1_000)
      await mock.fetch(`${BASE_URL}/v1/me`)
    },
    stop: async () => {},
  }
}
