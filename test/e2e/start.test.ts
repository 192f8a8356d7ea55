import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clientAt } from '../support/client.ts'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { EXAMPLE_SECRET } from '../support/examples.ts'
import { dataDirectory, killAll, launch, type ServiceProcess, SHARED_SECRET } from '../support/process.ts'

// A first start takes seconds, and more on a machine with other work.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const NEW_SECRET = 'q1xw6Yk3mJpQ8sVt0bDz5LnRf2uHcE7gA9iOoTjB4dM='

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roster-start-'))
})
afterAll(async () => {
  await killAll()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the service, and returns it with its address when it runs. */
async function start(environment: Record<string, string>): Promise<{ service: ServiceProcess; url: string }> {
  const service = launch(environment)
  const { url } = await service.ready()
  // What a start costs a busy machine counts as overload for a moment.
  await expect.poll(async () => (await fetch(url)).status).not.toBe(503)
  return { service, url }
}

async function stop(service: ServiceProcess): Promise<void> {
  service.signal('SIGTERM')
  expect(await service.exited()).toBe(0)
}

/** The lines of its log, every one of which is JSON. */
const logOf = (service: ServiceProcess) =>
  service
    .log()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the first start', () => {
  test('prints the key beside the log, not in it', async () => {
    const { service } = await start({ ROSTER_DATA_DIR: join(folder, 'first') })
    expect(service.output()).toMatch(/shown only this once: rk_\w{38}\n\n/)
    expect(JSON.stringify(logOf(service))).not.toContain('rk_')
    await stop(service)
  })

  test('makes no key where it fails for its port, so that the next one can print it', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const environment = { ROSTER_DATA_DIR: await dataDirectory(join(folder, 'busy')) }
    expect(await launch({ ...environment, PORT: String(port) }).exited()).toBe(1)
    expect(await launch({ ...environment, ROSTER_METRICS_PORT: String(port) }).exited()).toBe(1)
    server.close()
    const { service } = await start(environment)
    expect(service.output()).toContain('shown only this once: rk_')
    await stop(service)
  })
})

test('variables that are named like settings and are none are warned of', async () => {
  const { service } = await start({
    ROSTER_DATA_DIR: await dataDirectory(join(folder, 'warned')),
    ROSTER_RATE_LIMTI: 'off',
  })
  expect(logOf(service)[0]).toMatchObject({ level: 40, name: 'ROSTER_RATE_LIMTI', nearest: 'ROSTER_RATE_LIMIT' })
  await stop(service)
})

describe.skipIf(process.platform === 'win32')(
  'the data directory and all that is in it are for their owner alone',
  () => {
    /** What others may open. */
    async function open(directory: string): Promise<string[]> {
      const names = ['', ...(await readdir(directory, { recursive: true }))]
      expect(names.length).toBeGreaterThan(900)
      const modes = await Promise.all(
        names.map(async (name) => [name, (await stat(join(directory, name))).mode] as const),
      )
      return modes.filter(([, mode]) => (mode & 0o077) !== 0).map(([name]) => name)
    }

    test('when the first start makes it, and when it was open to others before', async () => {
      const directory = join(folder, 'private')
      const { service: first, url } = await start({ ROSTER_DATA_DIR: directory, ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET })
      await clientAt(url, { apiKey: EXAMPLE_SECRET }).users.create({
        name: 'Ada',
        email: 'ada@example.com',
        role: 'admin',
      })
      expect(await open(directory)).toEqual([])
      await stop(first)
      expect(await open(directory)).toEqual([])

      for (const name of ['', ...(await readdir(directory, { recursive: true }))])
        await chmod(join(directory, name), 0o755)
      const { service: second } = await start({ ROSTER_DATA_DIR: directory })
      expect(await open(directory)).toEqual([])
      await stop(second)
    })

    test('and a directory that others may open for something else is not taken; exit 1', async () => {
      const directory = join(folder, 'shared')
      await mkdir(directory, { mode: 0o755 })
      await writeFile(join(directory, 'notes.txt'), '')
      const refused = launch({ ROSTER_DATA_DIR: directory })
      expect(await refused.exited()).toBe(1)
      expect(refused.output()).toBe(
        `Other users of this machine can open the data directory ${directory}, which also holds notes.txt. ` +
          'Give the service a directory of its own, or close this one to others with: chmod 700. The setting is ROSTER_DATA_DIR.\n',
      )
      expect((await stat(directory)).mode & 0o777).toBe(0o755)
    })
  },
)

test('a key of the settings that was revoked stays so, and the start says so', async () => {
  const environment = {
    ROSTER_DATA_DIR: await dataDirectory(join(folder, 'revoked')),
    ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET,
  }
  const { service: first, url } = await start(environment)
  const roster = clientAt(url, { apiKey: EXAMPLE_SECRET })
  const [key] = (await roster.apiKeys.list()).data
  await roster.apiKeys.revoke(key!.id)
  await stop(first)

  const { service: second, url: again } = await start(environment)
  const warnings = logOf(second).filter(({ level }) => level === 40)
  expect(warnings).toMatchObject([{ msg: expect.stringContaining('ROSTER_ADMIN_API_KEY was revoked') }])
  expect((await fetch(`${again}/v1/me`, { headers: { 'x-api-key': EXAMPLE_SECRET } })).status).toBe(401)
  expect(second.output()).not.toContain('rk_')
  await stop(second)
})

/** Replaces the secret of a database in three starts, and returns how a fourth one with the old secret ends. */
async function replaceSecret(database: Record<string, string>, processes: number) {
  const settings = { ...database, ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET }
  const { service: first, url } = await start({ ...settings, ROSTER_SECRET: SHARED_SECRET })
  const post = async (at: string) => {
    const headers = { 'x-api-key': EXAMPLE_SECRET, 'idempotency-key': 'one', 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Key', role: 'admin', scopes: ['read:users'] })
    const answer = await fetch(`${at}/v1/api-keys`, { method: 'POST', headers, body })
    return { status: answer.status, body: await answer.json() }
  }
  const made = await post(url)
  expect(made.status).toBe(201)
  await stop(first)

  const both = { ...settings, ROSTER_SECRET: `${NEW_SECRET},${SHARED_SECRET}` }
  const started = await Promise.all(Array.from({ length: processes }, () => start(both)))
  for (const { service, url: at } of started) {
    expect(await post(at)).toEqual(made)
    await service.written(
      /"resealed":\d+,"unreadable":0,"signed_until":"[^"]+","msg":"Nothing in the database is sealed/,
    )
  }
  const resealed = started.flatMap(({ service }) => logOf(service)).map((line) => Number(line['resealed'] ?? 0))
  // Two signing keys and one kept answer, at least; processes share the work.
  expect(resealed.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(3)
  await Promise.all(started.map(({ service }) => stop(service)))

  const { service: last, url: later } = await start({ ...settings, ROSTER_SECRET: NEW_SECRET })
  expect(await post(later)).toEqual(made)
  await stop(last)
  const former = launch({ ...settings, ROSTER_SECRET: SHARED_SECRET, LOG_LEVEL: 'silent' })
  return { code: await former.exited(), output: former.output() }
}

const REFUSED = { code: 1, output: expect.stringContaining('sealed with another secret than the one that was given') }

test('ROSTER_SECRET is replaced in three starts, and the log says when the old one can go', async () => {
  expect(await replaceSecret({ ROSTER_DATA_DIR: await dataDirectory(join(folder, 'replaced')) }, 1)).toEqual(REFUSED)
})

test.runIf(onPostgres)('the same with several processes on one database', async () => {
  const { url: DATABASE_URL, drop } = await emptyDatabase()
  expect(await replaceSecret({ DATABASE_URL }, 3)).toEqual(REFUSED)
  await drop()
})
