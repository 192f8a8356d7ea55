import { setTimeout as wait } from 'node:timers/promises'
import type { Application } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import { type Limits, startExportWorker } from '@roster/core/server'
import { memoryLimiter, type Quotas } from '@roster/gateway'
import { createMockOf, type MockOf } from '@roster/sdk/testing'
import { exampleSecretOf, fillWithExamples } from './examples.ts'
import { roster } from './roster.ts'
import type { Subject } from './subject.ts'
import { WebSocket } from 'ws'
import { operationsOf } from '../../packages/generator/src/client/operation.ts'
import { forgetEvents } from '../../packages/core/src/event-log/retention.ts'
import type { WebSocketLike } from '../../packages/sdk/src/realtime/link.ts'
import { settled } from './realtime.ts'
import { startDeliverer } from './webhooks.ts'
import { BASE_URL, Clock, type ServiceOptions, startService } from './service.ts'

/** Returns all operations of a subject, which both twins must answer equally. */
export const twinnedOperations = ({ application }: Subject = roster): AnyOperation[] =>
  Object.values(application.resources).flatMap(({ contract }) => operationsOf(contract))

/** The service or its in-memory mock, with no records except an administrator's key. */
export interface Twin {
  name: 'service' | 'mock'
  /** The application under test. */
  subject: Subject
  /** Sends a request. Resolves when the events of a write have their positions in the log. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** Base URL for a client. */
  baseUrl: string
  /** Secret of a key with every scope. */
  adminKey: string
  clock: Clock
  /** Removes all records. */
  reset: () => Promise<void>
  /** Runs the waiting exports. The clock is then one second later. */
  makeExports: () => Promise<void>
  /** Resolves when new subscriptions begin after all earlier events. */
  settle: () => Promise<void>
  /** Deletes events that have expired by the clock. */
  forgetEvents: () => Promise<void>
  /** Opens a socket at `/ws`, as a client in Node.js does. */
  openSocket: (query: string, headers: Record<string, string>) => WebSocketLike
  /** Sends the deliveries that are due, if the twin delivers. */
  deliverDue: () => Promise<void>
  /** Ends open connections, like a service that stops. The twin cannot be used afterwards. */
  endConnections: () => Promise<void>
  stop: () => Promise<void>
}

/** SQL: a position in the log whose following events were deleted. */
const GONE = `select epoch || ':' || greatest(kept_from - 2, 0) as gone from event_log`

/** SQL: the number of deliveries that are due at a time, or in progress. */
const dueAt = (time: number) => `
  select count(*) as left from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
  where w.lease is not null or (w.status = 'enabled' and w.deleted_at is null and d.status = 'pending'
    and (d.failures = 0 or d.next_attempt_at <= '${new Date(time).toISOString()}'))`

const QUOTAS: Quotas = { read: 100_000, write: 100_000, anonymous: 100_000, token: 100_000 }

/** Limits per maker, low enough that tests reach them. */
const LIMITS: Limits = { endpoints: 20, keys: 20, clients: 20, exports: 20 }

interface TwinOptions {
  /** The application under test. Default: Roster. */
  subject?: Subject
  quotas?: Partial<Quotas>
  /** Whether deliveries are sent, over the network. Default: they wait. */
  delivers?: boolean
}

/** Options of the live twin: what the service serves instead of its resources, and its database. */
interface LiveOptions extends TwinOptions, Pick<ServiceOptions, 'open' | 'router' | 'resources' | 'rest' | 'files'> {
  /** Tables besides those of the application. */
  tables?: readonly string[]
}

/** Returns the tables that `reset` empties. Not those of keys, which have the administrator's key, and of the log, which continues. */
function emptiedTables({ resources }: Application): string[] {
  const all = Object.values(resources).flatMap(({ entities }) => entities.map((entity) => entity.meta.tableName))
  return all.filter((name) => !['api_keys', 'events', 'event_log'].includes(name))
}

/** Starts the real gateway on a port, with its own database. */
export async function liveTwin({
  subject = roster,
  quotas,
  delivers = false,
  tables = [],
  ...served
}: LiveOptions = {}): Promise<Twin> {
  const { application } = subject
  const service = await startService({
    application,
    open: subject.open,
    ...served,
    mcp: true,
    realtime: { checkInterval: 20 },
    limiter: memoryLimiter({ ...QUOTAS, ...quotas }),
    limits: LIMITS,
  })
  const { database, clock } = service
  await service.startEventLog()
  const deliverer = delivers ? await startDeliverer(service) : undefined
  const baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })
  const count = async (text: string) => (await database.query<{ left: number }>({ text }))[0]!.left
  const until = async (text: string) => {
    while ((await count(text)) > 0) await wait(5)
  }
  const settle = () => until('select count(*) as left from events where seq is null')
  const reset = async () => {
    await fillWithExamples(database, clock.now(), application)
    for (const table of [...emptiedTables(application), ...tables])
      await database.query({ text: `delete from ${table}` })
    await database.query({ text: `delete from api_keys where name = 'Nightly import'` })
    // A last use is written a second later. That would change the entity tag of the list between two requests of a scenario.
    await database.query({ text: 'update api_keys set last_used_at = $1' }, [new Date(clock.now()).toISOString()])
  }
  await reset()
  return {
    name: 'service',
    subject,
    async fetch(path, init) {
      const response = await fetch(baseUrl + path, { ...init, redirect: 'manual' })
      if ((init?.method ?? 'GET') !== 'GET') await settle()
      return response
    },
    baseUrl,
    adminKey: exampleSecretOf(application),
    clock,
    reset,
    async makeExports() {
      clock.advance(1_000)
      const report = (error: unknown) => {
        throw error
      }
      const worker = startExportWorker({
        database,
        exported: application.exported,
        now: clock.now,
        baseUrl: BASE_URL,
        report,
      })
      await until(`select count(*) as left from exports where status in ('pending', 'running')`)
      await worker.stop()
      await settle()
    },
    settle: () => settled(service),
    async forgetEvents() {
      await forgetEvents(database, clock.now())
      const [log] = await database.query<{ gone: string }>({ text: GONE })
      const { feed } = await service.startEventLog()
      while (!(await feed.subscribe({ after: log!.gone })).reset) await wait(5)
    },
    openSocket: (query, headers) => new WebSocket(`${baseUrl.replace('http', 'ws')}/ws${query}`, { headers }),
    deliverDue: () => until(dueAt(clock.now())),
    endConnections: () => service.app.close(),
    async stop() {
      await deliverer?.stop()
      await service.stop()
    },
  }
}

interface MockTwinOptions extends TwinOptions {
  /** Definition of the mock, instead of the application's own mock. */
  of?: MockOf
}

/** Creates the mock, with the settings of the tests' service. */
export async function mockTwin({
  subject = roster,
  quotas,
  delivers = false,
  of,
}: MockTwinOptions = {}): Promise<Twin> {
  const clock = new Clock()
  const settings = {
    clock: clock.now,
    baseUrl: BASE_URL,
    quotas: { ...QUOTAS, ...quotas },
    limits: LIMITS,
    exportTime: 1_000,
    webhookAllow: ['127.0.0.0/8'],
    deliver: delivers ? fetch : undefined,
  }
  const mock = of ? createMockOf(of, settings) : subject.createMock(settings)
  const reset = async () => {
    mock.reset()
    mock.db.apiKeys[0]!.created_at = new Date(clock.now()).toISOString()
  }
  return {
    name: 'mock',
    subject,
    fetch: (path, init) => mock.fetch(BASE_URL + path, init),
    baseUrl: BASE_URL,
    adminKey: 'test',
    clock,
    reset,
    async makeExports() {
      clock.advance(1_000)
      await mock.fetch(`${BASE_URL}${subject.application.basePath}/me`)
    },
    settle: async () => {},
    forgetEvents: async () => {},
    openSocket: (query, headers) => new mock.WebSocket(`${BASE_URL.replace('http', 'ws')}/ws${query}`, { headers }),
    deliverDue: () => mock.deliverDue(),
    endConnections: async () => mock.faults.restart(),
    stop: async () => {},
  }
}
