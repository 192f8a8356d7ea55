import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientAt } from '../support/client.ts'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { EXAMPLE_SECRET } from '../support/examples.ts'
import { startLink } from '../support/link.ts'
import { dataDirectory, killAll, launch, type ServiceProcess, SHARED_SECRET } from '../support/process.ts'
import { Socket, Stream } from '../support/realtime.ts'

const ANY_KEY = /rk_[0-9A-Za-z]{38}/g

let directory: string
let service: ServiceProcess
let baseUrl: string
let key: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'roster-process-'))
})
afterAll(async () => {
  await killAll()
  await rm(directory, { recursive: true, force: true })
})

/** Starts the service and waits until it runs. */
async function start(environment: Record<string, string>, args: string[] = []): Promise<void> {
  service = launch(environment, args)
  baseUrl = (await service.ready()).url
  // What a start costs a busy machine counts as overload for a moment.
  await expect.poll(async () => (await fetch(baseUrl)).status).not.toBe(503)
}

const inDirectory = () => ({ ROSTER_DATA_DIR: directory })

async function call(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(baseUrl + path, { headers })
  return { status: answer.status, body: (await answer.json()) as any }
}

/** The client with the key, which is told of every failure. */
const roster = () => clientAt(baseUrl, { apiKey: key, maxRetries: 0 })

const countUsers = async () => (await call('/v1/users?limit=1', { 'x-api-key': key })).body.pagination.total

test('the first start prints the base URL, the API reference and one key that works', async () => {
  await start(inDirectory())
  const keys = service.output().match(ANY_KEY)!
  key = keys[0]
  expect(keys).toHaveLength(1)
  expect(service.output()).toContain(`Roster is running at ${baseUrl}\nAPI reference: ${baseUrl}/docs\n`)
  expect(await roster().me.get()).toMatchObject({ role: 'admin', user: null })
  expect(await call('/readyz')).toEqual({ status: 200, body: { status: 'ok' } })
})

test('a second process on the data directory exits 1 with a clear message, while the first goes on', async () => {
  const second = launch(inDirectory())
  expect(await second.exited()).toBe(1)
  expect(second.output()).toBe(
    `The data directory ${directory} is in use by another process. Stop that process, or give this one another directory. The setting is ROSTER_DATA_DIR.\n`,
  )
  expect(await countUsers()).toBe(0)
})

test('a request is one line in the log, without query, headers or anything secret', async () => {
  const basic = Buffer.from(`${key}:`).toString('base64')
  const wrongKey = 'rk_wrongwrongwrongwrongwrongwrongwr000000'
  await call('/v1/me', { authorization: `Basic ${basic}`, 'x-request-id': 'with-basic' })
  await call('/v1/users?api_key=in-the-query', {
    'x-api-key': wrongKey,
    cookie: 'crumb=1',
    'x-request-id': 'refused',
  })
  await service.written(/"refused".*\n/)

  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const answered = lines.map((line) => JSON.parse(line)).find((line) => line.request_id === 'with-basic')
  expect(answered).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    request_id: 'with-basic',
    method: 'GET',
    path: '/v1/me',
    status: 200,
    duration_ms: expect.any(Number),
    address: '127.0.0.1',
    caller: { type: 'api_key', id: expect.toBeId('key') },
    msg: 'Answered',
  })
  const log = lines.join('\n')
  for (const secret of [key, basic, wrongKey, 'in-the-query', 'crumb', 'authorization'])
    expect(log).not.toContain(secret)
  expect(service.output()).not.toMatch(/Warning|\[migrator\]/)
})

test('what was acknowledged is there after kill -9, and the key is not printed again', async () => {
  const user = await roster().users.create({ name: 'Ada', email: 'ada@example.com', role: 'admin' })
  service.signalGroup('SIGKILL')
  await service.exited()

  await start(inDirectory())
  expect(service.output()).not.toMatch(ANY_KEY)
  expect(await roster().users.get(user.id)).toEqual(user)
})

test('SIGTERM lets a request in flight finish, refuses new connections and exits 0', async () => {
  const body = JSON.stringify({ name: 'Late', email: 'late@example.com', role: 'viewer' })
  const headers = `Host: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => void (answer += String(chunk)))
  socket.write(`POST /v1/users HTTP/1.1\r\n${headers}\r\nExpect: 100-continue\r\n\r\n`)
  await expect.poll(() => answer).toBe('HTTP/1.1 100 Continue\r\n\r\n')

  service.signal('SIGTERM')
  await service.written(/"Stopping"/)
  socket.write(body)
  expect(await service.exited()).toBe(0)
  await expect.poll(() => answer).toContain('HTTP/1.1 201 Created')
  await expect(fetch(baseUrl)).rejects.toThrow('fetch failed')
})

test('SIGTERM closes sockets with 1001 and ends streams, and the next start goes on from their cursors', async () => {
  await start(inDirectory())
  const headers = { 'x-api-key': key }
  const socket = await Socket.open(`${baseUrl}/ws`, headers)
  const { cursor } = await socket.ask({ type: 'join' }, 'welcome')
  const stream = await Stream.open(`${baseUrl}/events`, headers)
  const user = await roster().users.create({ name: 'Ada', email: 'live@example.com', role: 'viewer' })
  await stream.received(1)
  service.signal('SIGTERM')
  expect(await socket.closed).toEqual([1001, 'unavailable'])
  await stream.ended
  expect(await service.exited()).toBe(0)

  await start(inDirectory())
  const again = await Stream.open(`${baseUrl}/events?after=${cursor}`, headers)
  expect((await again.received(1)).map(({ data }) => data!['data'])).toEqual([user])
  expect((await fetch(`${baseUrl}/metrics`)).status).toBe(200)
  again.close()
  await roster().users.delete(user.id)
  service.signal('SIGTERM')
  expect(await service.exited()).toBe(0)
})

test('--demo adds 1,000 users, once; ROSTER_ADMIN_API_KEY works on an old directory', async () => {
  const environment = { ...inDirectory(), ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET }
  await start(environment, ['--demo'])
  key = EXAMPLE_SECRET
  expect(await countUsers()).toBe(1_002)
  expect(service.output()).not.toMatch(ANY_KEY)

  service.signalGroup('SIGINT')
  expect(await service.exited()).toBe(0)
  await start(environment, ['--demo'])
  expect(await countUsers()).toBe(1_002)
  service.signal('SIGTERM')
  expect(await service.exited()).toBe(0)
})

test('ROSTER_ADMIN_API_KEY is the key of a new directory, and then nothing secret is printed', async () => {
  await start({ ROSTER_DATA_DIR: await dataDirectory(join(directory, 'new')), ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET })
  expect(await clientAt(baseUrl, { apiKey: EXAMPLE_SECRET }).me.get()).toMatchObject({ role: 'admin' })
  expect(service.output()).not.toMatch(ANY_KEY)
})

test('a port that another process has is named; exit 1', async () => {
  const { port } = new URL(baseUrl)
  const second = launch({ ...inDirectory(), PORT: port, LOG_LEVEL: 'silent' })
  expect(await second.exited()).toBe(1)
  expect(second.output()).toBe(
    `Port ${port} of 127.0.0.1 is in use by another process. Stop that process, or give this one another port with PORT.\n`,
  )
  service.signal('SIGTERM')
  expect(await service.exited()).toBe(0)
})

test('a secret that the keys of the database were not sealed with is named; exit 1', async () => {
  const other = launch({ ...inDirectory(), ROSTER_SECRET: SHARED_SECRET, LOG_LEVEL: 'silent' })
  expect(await other.exited()).toBe(1)
  expect(other.output()).toBe(
    'The keys in the database were sealed with another secret than the one that was given. Give the one that the database was last used with; to replace that one, both: new,old. The setting is ROSTER_SECRET.\n',
  )
})

test('settings that cannot be used are listed with what they expect and without their values; exit 1', async () => {
  const wrong = launch({
    ROSTER_DATA_DIR: join(directory, 'never'),
    PORT: 'http',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://u:swordfish@h/d',
    ROSTER_SECRET: 'c2hvcnQ=',
    ROSTER_ADMIN_API_KEY: 'rk_wrongwrongwrongwrongwrongwrongwr000000',
    ROSTER_ISSUER: 'http://id.example.com',
    ROSTER_API_KEY_IN_QUERY: 'yes',
    ROSTER_AUTH_THROTTLE: 'no',
    ROSTER_TLS_CLIENT_CA: join(directory, 'never'),
  })
  expect(await wrong.exited()).toBe(1)
  expect(wrong.output()).toBe(`These settings cannot be used:
  PORT must be a port number from 0 to 65535.
  DATABASE_URL must be a PostgreSQL URL with a database and without "options", such as postgres://user:password@host:5432/database.
  ROSTER_SECRET must be 32 bytes or more in base64, made at random with: openssl rand -base64 32; or new,old to replace one.
  ROSTER_ADMIN_API_KEY must be the secret of an API key: rk_ and 38 letters and digits, the last 6 being a checksum, as the command administrator-key prints one.
  ROSTER_ISSUER must be the https address of an OpenID provider (http only on this machine), exactly as its tokens name it.
  ROSTER_API_KEY_IN_QUERY must be on or off.
  ROSTER_AUTH_THROTTLE must be on or off.
  ROSTER_TLS_CLIENT_CA must be a readable PEM file with the certificates of authorities that issue client certificates.
  LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.
`)
})

test('what production needs is listed, with options that there are none of; exit 1', async () => {
  const unset = launch({ ROSTER_DATA_DIR: join(directory, 'never'), NODE_ENV: 'production' }, ['--dmeo'])
  expect(await unset.exited()).toBe(1)
  expect(unset.output()).toBe(`These settings cannot be used:
  --dmeo is no option of this program: there are --demo and --help.
  ROSTER_SECRET must be set in production: 32 bytes or more in base64, made at random with: openssl rand -base64 32.
  ROSTER_PUBLIC_URL must be set in production: the https address that callers use, such as https://api.example.com.
  Production needs https: set ROSTER_TLS_CERT and ROSTER_TLS_KEY, or ROSTER_TRUST_PROXY for a proxy that terminates TLS and sends X-Forwarded-Proto.
`)
})

test('a database server that cannot be reached is named, without its password; exit 1', async () => {
  const alone = launch({ DATABASE_URL: 'postgres://u:swordfish@127.0.0.1:1/roster', ROSTER_SECRET: SHARED_SECRET })
  expect(await alone.exited()).toBe(1)
  expect(alone.output()).toBe(
    'The database server at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1. ' +
      'Check that it runs, and that DATABASE_URL names it, its user and its database rightly.\n',
  )
})

describe.runIf(onPostgres)('on a PostgreSQL server', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let environment: Record<string, string>

  beforeAll(async () => {
    database = await emptyDatabase()
    environment = { DATABASE_URL: database.url, ROSTER_SECRET: SHARED_SECRET }
  })
  afterAll(async () => {
    await killAll()
    await database.drop()
  })

  test('two processes that start at once on an empty database both run, and one of them prints the first key', async () => {
    const both = [launch(environment), launch(environment)]
    await Promise.all(both.map((one) => one.ready()))
    const keys = both.flatMap((one) => one.output().match(ANY_KEY) ?? [])
    expect(keys).toHaveLength(1)
    key = keys[0]!
    for (const one of both) one.signal('SIGTERM')
    expect(await Promise.all(both.map((one) => one.exited()))).toEqual([0, 0])
  })

  test('while the database is away requests are 503 with Retry-After and /readyz says so; it recovers by itself', async () => {
    const link = await startLink(database.url)
    await start({ ...environment, DATABASE_URL: link.url })
    expect(await roster().me.get()).toMatchObject({ role: 'admin' })

    await link.close()
    const refused = await fetch(`${baseUrl}/v1/users`, { headers: { 'x-api-key': key } })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({ code: 'unavailable', type: `${baseUrl}/errors/unavailable` })
    expect(await call('/readyz')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await call('/livez')).toMatchObject({ status: 200 })

    await link.mend()
    expect(await roster().me.get()).toMatchObject({ role: 'admin' })
    expect(await call('/readyz')).toMatchObject({ status: 200 })
  })
})
