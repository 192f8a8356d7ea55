import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certificateFor, hasOpenssl } from '@roster/test/certificate'
import { application } from '@roster/api'
import { migrate, openDatabase, signingKeys } from '@roster/core/server'
import { noteUnfinished } from '@roster/core/source/backup/unfinished'
import { copyDatabase, emptyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { doctor } from './doctor.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roster-doctor-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What the doctor says of a service with this environment, and then of all that it found. */
async function consult(environment: Record<string, string>): Promise<string[]> {
  const said: string[] = []
  const call = {
    application,
    environment: { ROSTER_DATA_DIR: join(folder, 'data'), ...environment },
    words: [],
    options: {},
    say: (line: string) => void said.push(line),
    show: () => {},
  }
  await doctor.run(call).catch((error: Error) => said.push(error.message))
  return said
}

test('a service that was never started is fine, and nothing is made', async () => {
  expect(await consult({})).toEqual([
    '✓ The settings can be used.',
    `✓ There is no database in ${join(folder, 'data')} yet; the first start makes it.`,
  ])
  await expect(rm(join(folder, 'data'))).rejects.toThrow('ENOENT')
})

test('settings that cannot be used are told as at a start', async () => {
  expect(await consult({ PORT: 'http' })).toEqual([
    'These settings cannot be used:\n  PORT must be a port number from 0 to 65535.',
  ])
})

test('a name that is no setting, and Redis, a broker and a database that do not answer, are each told with what to do', async () => {
  const environment = {
    ROSTER_WORKER: '2',
    REDIS_URL: 'redis://127.0.0.1:1',
    ROSTER_EVENTS_URL: 'nats://127.0.0.1:1',
    DATABASE_URL: 'postgres://127.0.0.1:1/roster',
    ROSTER_SECRET: randomBytes(32).toString('base64'),
  }
  expect(await consult(environment)).toEqual([
    '✓ The settings can be used.',
    '! ROSTER_WORKER is no setting of Roster; there is ROSTER_WORKERS.',
    '✗ Redis does not answer: connect ECONNREFUSED 127.0.0.1:1. Check that it runs, and REDIS_URL.',
    '✗ ROSTER_EVENTS_URL: the broker does not answer. Check that it runs, and that the URL names it and its credentials rightly. (connection refused)',
    '✗ The database server at 127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check that it runs, and that DATABASE_URL names it, its user and its database rightly.',
    '3 things are to be mended.',
  ])
})

test('Redis that takes a connection and says nothing is told too', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  expect(await consult({ REDIS_URL: `redis://127.0.0.1:${port}` })).toContainEqual(
    expect.stringMatching(/^✗ Redis does not answer: .*timeout.* Check that it runs, and REDIS_URL\.$/i),
  )
})

test('workers that count quotas each for itself are a warning', async () => {
  const environment = {
    DATABASE_URL: 'postgres://127.0.0.1:1/roster',
    ROSTER_SECRET: randomBytes(32).toString('base64'),
    ROSTER_WORKERS: '2',
  }
  expect(await consult(environment)).toContain(
    '! Each worker counts quotas for itself. Set REDIS_URL, and they count together.',
  )
})

test('an embedded database is looked at as one on a server is, and left alone while a process has it open', async () => {
  const directory = join(folder, 'data')
  const { naming, entities, ledgers } = application
  const database = await openDatabase({ directory }, { name: naming.slug, entities })
  await migrate(database, ledgers)
  await signingKeys(database, [randomBytes(32)], Date.now).list()
  expect(await consult({})).toEqual([
    '✓ The settings can be used.',
    `✓ A process has the data directory ${directory} open; its log says what it meets.`,
  ])
  await database.close()
  expect(await consult({ ROSTER_SECRET: randomBytes(32).toString('base64') })).toEqual([
    '✓ The settings can be used.',
    '✓ The schema is up to date.',
    expect.stringMatching(
      /^✗ The keys in the database were sealed with another secret .* The setting is ROSTER_SECRET\.$/,
    ),
    'One thing is to be mended.',
  ])
})

test('migrations that the next start takes are fine, and the doctor takes none of them', async () => {
  const directory = join(folder, 'data')
  const { naming, entities, ledgers } = application
  const open = () => openDatabase({ directory }, { name: naming.slug, entities })
  const older = await open()
  await migrate(older, ledgers)
  await older.query({ text: 'delete from migrations where id = (select max(id) from migrations)' })
  await older.close()
  for (const _ of ['first', 'second'])
    expect((await consult({})).slice(1)).toEqual([
      expect.stringMatching(/^✓ Migrations are to be taken: 1, from \d+_\w+ on\. The next start takes them\.$/),
    ])
  const after = await open()
  await after.close()
})

test('a database with part of a copy is a fault, whatever its schema', async () => {
  const { naming, entities } = application
  const part = await openDatabase({ directory: join(folder, 'data') }, { name: naming.slug, entities })
  await noteUnfinished(part.query, 'of a test')
  await part.close()
  expect((await consult({})).slice(1)).toEqual([
    expect.stringMatching(/^✗ This database holds part of a copy that broke off\. Run the same command again/),
    'One thing is to be mended.',
  ])
})

describe.runIf(onPostgres)('on a server (needs PostgreSQL: set DATABASE_URL)', () => {
  const secret = randomBytes(32)
  let copy: TestDatabase
  beforeEach(async () => {
    copy = await copyDatabase()
  })
  afterEach(() => copy.drop())

  const consultThere = async (environment: Record<string, string> = {}) => {
    const said = await consult({
      DATABASE_URL: copy.directUrl!,
      ROSTER_SECRET: secret.toString('base64'),
      ...environment,
    })
    return said.filter((line) => !line.includes('database server is'))
  }

  test('a database that is as it should be is fine', async () => {
    await signingKeys(copy.database, [secret], Date.now).list()
    expect(await consultThere()).toEqual([
      '✓ The settings can be used.',
      '✓ The clock of this machine agrees with that of the database.',
      '✓ The schema is up to date.',
      '✓ What the database keeps sealed can be opened.',
    ])
  })

  test('another secret, and migrations that nobody will take, are faults', async () => {
    await signingKeys(copy.database, [secret], Date.now).list()
    await copy.database.query({ text: 'delete from migrations where id = (select max(id) from migrations)' })
    const said = await consultThere({ ROSTER_SECRET: randomBytes(32).toString('base64'), ROSTER_MIGRATE: 'off' })
    expect(said.slice(2)).toEqual([
      expect.stringMatching(
        /^✗ Migrations are to be taken: 1, from \d+_\w+ on\. Run `roster migrate`, or start without ROSTER_MIGRATE=off\.$/,
      ),
      expect.stringMatching(
        /^✗ The keys in the database were sealed with another secret .* The setting is ROSTER_SECRET\.$/,
      ),
      '2 things are to be mended.',
    ])
  })

  test('a clock that is more than five seconds off is a warning', async () => {
    const clockOff = async (seconds: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 })
      onTestFinished(() => void vi.useRealTimers())
      return (await consultThere()).find((line) => line.includes('clock'))
    }
    expect(await clockOff(-6)).toMatch(
      /^! The clock of this machine is \d+ seconds off that of the database\. Set both/,
    )
    vi.useRealTimers()
    expect(await clockOff(3)).toBe('✓ The clock of this machine agrees with that of the database.')
  })

  test('an empty database is fine, and stays empty', async () => {
    const { directUrl: url, drop } = await emptyDatabase()
    expect((await consultThere({ DATABASE_URL: url })).slice(2)).toEqual([
      '✓ The database has no tables yet; the first start makes them.',
    ])
    expect((await consultThere({ DATABASE_URL: url })).slice(2)).toHaveLength(1)
    await drop()
  })

  test('a user who may not make tables, or may not use those of another user, is told what it lacks', async () => {
    const [empty, role] = [await emptyDatabase(), `doctor_${randomBytes(8).toString('hex')}`]
    const ask = (text: string) => copy.database.query({ text })
    await ask(`create role ${role} login password 'roster'`)
    // Before PostgreSQL 15 everybody may make tables in the schema public.
    await ask(
      `alter role ${role} in database "${new URL(empty.directUrl).pathname.slice(1)}" set search_path = nowhere`,
    )
    const urlOf = (url: string) => Object.assign(new URL(url), { username: role, password: 'roster' }).href
    const lacking = async (url: string) => (await consultThere({ DATABASE_URL: urlOf(url) })).slice(2)
    expect(await lacking(empty.directUrl)).toEqual([
      expect.stringMatching(
        /^✗ The user of the database may not make tables\. Make the user of DATABASE_URL the owner of /,
      ),
      'One thing is to be mended.',
    ])
    expect(await lacking(copy.directUrl!)).toEqual([
      expect.stringMatching(
        /^✗ The database server does not let this user .*: permission denied for .* Make the user of /,
      ),
      'One thing is to be mended.',
    ])
    await ask(`drop role ${role}`)
    await empty.drop()
  })
})

describe.skipIf(!hasOpenssl)('with certificates that the openssl command makes', () => {
  /** Makes a certificate of this host that lasts so many days, and its key. */
  function certificate(host: string, days: number): { ROSTER_TLS_CERT: string; ROSTER_TLS_KEY: string } {
    const { cert, key } = certificateFor(host, folder, days).files
    return { ROSTER_TLS_CERT: cert, ROSTER_TLS_KEY: key }
  }

  test('one that is good for its host is fine, one that ends soon is a warning', async () => {
    const address = { ROSTER_PUBLIC_URL: 'https://api.example.com' }
    const [, ...fine] = await consult({ ...certificate('api.example.com', 400), ...address })
    expect(fine[0]).toMatch(/^✓ The certificate is good until /)
    const [, ...soon] = await consult({ ...certificate('api.example.com', 3), ...address })
    expect(soon[0]).toMatch(/^! The certificate ends in [23] days, on .*\. Renew it\.$/)
    const inTwoWeeks = await consult(certificate('api.example.com', 14))
    expect(inTwoWeeks[1]).toMatch(/^! The certificate ends in 13 days, /)
    expect((await consult(certificate('api.example.com', 15)))[1]).toMatch(/^✓ /)
  })

  test('one that is over is a fault', async () => {
    const files = certificate('api.example.com', 1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 24 * 60 * 60 * 1_000 })
    onTestFinished(() => void vi.useRealTimers())
    const said = await consult(files)
    expect(said[1]).toMatch(/^✗ The certificate has been over since .*\. Renew it\.$/)
    expect(said.at(-1)).toBe('One thing is to be mended.')
  })

  test('one that is not good yet is a fault', async () => {
    const files = certificate('api.example.com', 400)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 24 * 60 * 60 * 1_000 })
    onTestFinished(() => void vi.useRealTimers())
    const said = await consult(files)
    expect(said[1]).toMatch(/^✗ The certificate is not valid before .*\. Check the clock, or use it later\.$/)
    expect(said.at(-1)).toBe('One thing is to be mended.')
  })

  test('one of an address is good for that', async () => {
    for (const [address, host] of [
      ['10.0.0.5', '10.0.0.5'],
      ['::1', '[::1]'],
    ] as const) {
      const said = await consult({ ...certificate(address, 400), ROSTER_PUBLIC_URL: `https://${host}` })
      expect(said.filter((line) => line.includes('does not name'))).toEqual([])
    }
    const other = await consult({ ...certificate('10.0.0.5', 400), ROSTER_PUBLIC_URL: 'https://10.0.0.6' })
    expect(other).toContain('✗ The certificate does not name 10.0.0.6, the host of the public address.')
  })

  test('behind a proxy, which has a certificate of its own, another host is a warning', async () => {
    const environment = { ROSTER_PUBLIC_URL: 'https://api.example.com', ROSTER_TRUST_PROXY: '1' }
    expect(await consult({ ...certificate('roster.internal', 400), ...environment })).toContain(
      '! The certificate does not name api.example.com, the host of the public address.',
    )
  })

  test('one of another host is a fault, and another key a setting that cannot be used', async () => {
    const ours = certificate('api.example.com', 400)
    const other = await consult({ ...ours, ROSTER_PUBLIC_URL: 'https://example.org' })
    expect(other).toContain('✗ The certificate does not name example.org, the host of the public address.')
    const { ROSTER_TLS_KEY } = certificate('example.org', 400)
    expect(await consult({ ...ours, ROSTER_TLS_KEY })).toEqual([
      'These settings cannot be used:\n  ROSTER_TLS_KEY is not the key of ROSTER_TLS_CERT.',
    ])
  })
})
