import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientAt } from '../support/client.ts'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { EXAMPLE_SECRET } from '../support/examples.ts'
import { lacksNats, type NatsServer, startNats } from '../support/nats-server.ts'
import { OtlpReceiver } from '../support/otlp-receiver.ts'
import { dataDirectory, killAll, launch, type ServiceProcess, SHARED_SECRET } from '../support/process.ts'
import { Receiver } from '../support/receiver.ts'
import { Stream } from '../support/realtime.ts'
import { outlineOf, treeOf } from '../support/trace-tree.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names every module of OpenTelemetry that a process loads. */
const NAMING_MODULES = `--import=data:text/javascript,${encodeURIComponent(`
  import module from 'node:module'
  module.registerHooks?.({ resolve(specifier, context, next) {
    if (specifier.startsWith('@opentelemetry/')) process.stderr.write('loads ' + specifier + '\\n')
    return next(specifier, context)
  } })`)}`

let receiver: OtlpReceiver
beforeEach(async () => {
  receiver = await OtlpReceiver.start()
})
afterEach(async () => {
  await killAll()
  await receiver.stop()
})

/** What has a process tell a receiver of itself, at once. */
const told = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '20',
  OTEL_METRIC_EXPORT_INTERVAL: '200',
})

/** What has a process wait for a receiver for longer than any test takes. */
const PATIENT = { OTEL_EXPORTER_OTLP_TIMEOUT: '3600000', OTEL_BSP_EXPORT_TIMEOUT: '3600000' }

const urlOf = async (service: ServiceProcess): Promise<string> => (await service.ready()).url

describe('a process', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'roster-telemetry-'))
    await dataDirectory(join(directory, 'data'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  const start = (environment: Record<string, string>) =>
    launch({
      ROSTER_DATA_DIR: join(directory, 'data'),
      ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET,
      NODE_OPTIONS: NAMING_MODULES,
      ...environment,
    })

  test('loads nothing of OpenTelemetry unless a receiver is named', async () => {
    const silent = start({ OTEL_SERVICE_NAME: 'roster', OTEL_TRACES_SAMPLER: 'always_on' })
    await clientAt(await urlOf(silent), { apiKey: EXAMPLE_SECRET }).users.list()
    silent.signal('SIGTERM')
    await silent.exited()
    expect(silent.output()).not.toContain('loads ')
    const telling = start(told())
    await telling.written(/loads @opentelemetry\/sdk-trace\n/)
  })

  test('exits 1 for a variable that cannot be used, and names it', async () => {
    const service = start({ ...told(), OTEL_TRACES_SAMPLER: 'sometimes' })
    expect(await service.exited()).toBe(1)
    expect(service.output()).toContain('These settings cannot be used:\n  OTEL_TRACES_SAMPLER must be one of ')
  })

  test('sends what is left when it is stopped, and ends in time where the receiver does not answer', async () => {
    const service = start({ ...told(), OTEL_BSP_SCHEDULE_DELAY: '3600000' })
    await clientAt(await urlOf(service), { apiKey: EXAMPLE_SECRET }).users.list()
    service.signal('SIGTERM')
    expect(await service.exited()).toBe(0)
    expect(receiver.spans.map(({ name }) => name)).toContain('GET /v1/users')
    const other = start({ ...told(), ...PATIENT })
    receiver.answers = false
    await clientAt(await urlOf(other), { apiKey: EXAMPLE_SECRET }).users.list()
    other.signal('SIGTERM')
    expect(await other.exited()).toBe(0)
  })
})

describe.skipIf(!onPostgres || lacksNats)(
  'several workers that follow the log at a broker (need PostgreSQL: set DATABASE_URL)',
  () => {
    let empty: Awaited<ReturnType<typeof emptyDatabase>>
    let broker: NatsServer
    let hook: Receiver
    beforeAll(async () => {
      empty = await emptyDatabase()
      broker = await startNats()
      hook = await Receiver.start()
    })
    afterAll(async () => {
      await hook.stop()
      await broker.stop()
      await empty.drop()
    })

    test('tell of one trace, each by its own name: a change, its event, the stream and the webhook that it is sent on', async () => {
      const service = launch({
        DATABASE_URL: empty.url,
        ROSTER_EVENTS_URL: broker.url,
        ROSTER_SECRET: SHARED_SECRET,
        ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET,
        ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8',
        ROSTER_WORKERS: '2',
        ...told(),
      })
      const url = await urlOf(service)
      const roster = clientAt(url, { apiKey: EXAMPLE_SECRET })
      await roster.webhookEndpoints.create({ url: hook.url, events: ['user.created'] })
      const streams = await Promise.all(
        Array.from({ length: 4 }, () => Stream.open(`${url}/events`, { 'x-api-key': EXAMPLE_SECRET })),
      )
      const traceId = 'b'.repeat(32)
      const response = await fetch(`${url}/v1/users`, {
        method: 'POST',
        headers: {
          'x-api-key': EXAMPLE_SECRET,
          'content-type': 'application/json',
          traceparent: `00-${traceId}-b7ad6b7169203331-01`,
        },
        body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', role: 'viewer' }),
      })
      expect(response.status).toBe(201)
      await expect
        .poll(() => outlineOf(treeOf(receiver.trace(traceId))))
        .toEqual([
          'server POST /v1/users',
          '  client SELECT api_keys accounts',
          '  internal users.create',
          '    client INSERT users events',
          '    producer create user.created',
          '      client POST',
          '      internal place user.created',
          ...streams.map(() => '      producer send user.created'),
        ])
      for (const stream of streams) stream.close()
      const tellers = new Set(receiver.resources.map((resource) => resource['service.instance.id']))
      expect(tellers.size).toBe(2)
      expect(new Set(receiver.trace(traceId).map(({ teller }) => teller)).size).toBe(2)
    })
  },
)
