import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Roster, User } from '@roster/sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientAt } from '../support/client.ts'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { EXAMPLE_SECRET } from '../support/examples.ts'
import { killAll, launch, type ServiceProcess, SHARED_SECRET } from '../support/process.ts'
import { Receiver } from '../support/receiver.ts'

let folder: string
const drops: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roster-drill-'))
})
afterEach(async () => {
  await killAll()
  for (const drop of drops.splice(0)) await drop()
  await rm(folder, { recursive: true, force: true })
})

const settings = {
  ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET,
  ROSTER_SECRET: SHARED_SECRET,
  ROSTER_RATE_LIMIT: 'off',
  ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8',
}

type Place = Record<string, string>

/** A data directory that is not there yet. */
const directory = (name: string): Place => ({ ROSTER_DATA_DIR: join(folder, name) })

/** An empty database on the server. */
async function serverDatabase(): Promise<Place & { DATABASE_URL: string }> {
  const { url, drop } = await emptyDatabase()
  drops.push(drop)
  return { DATABASE_URL: url, ...directory('beside') }
}

/** Starts the service on a database, and returns what calls it. */
async function serve(place: Place): Promise<{ service: ServiceProcess; roster: Roster }> {
  const service = launch({ ...settings, ...place })
  const { url } = await service.ready()
  return { service, roster: clientAt(url) }
}

/** Runs a command on a database to its end. */
async function command(place: Place, ...words: string[]): Promise<{ code: number | null; output: string }> {
  const run = launch({ ...settings, ...place }, words)
  return { code: await run.exited(), output: run.output() }
}

let made = 0
const addUser = ({ users }: Roster): Promise<User> =>
  users.create({ name: 'Drill', email: `drill-${++made}@example.com`, role: 'viewer' })

const namesOf = async ({ users }: Roster) => {
  const ids: string[] = []
  for await (const { id } of users.list({ limit: 100 })) ids.push(id)
  return new Set(ids)
}

/** Events that are known to have been delivered, as soon as there are some. */
async function deliveredTo({ webhookEndpoints }: Roster, endpoint: string): Promise<Set<string>> {
  const delivered: string[] = []
  const look = async () => {
    const { data } = await webhookEndpoints.deliveries(endpoint, { status: 'succeeded', limit: 100 })
    return delivered.push(...data.map(({ event_id }) => event_id))
  }
  await expect.poll(look).toBeGreaterThan(0)
  return new Set(delivered)
}

describe.each([
  ['embedded', async () => directory('data'), async () => directory('restored')],
  ...(onPostgres ? ([['on a server', serverDatabase, serverDatabase]] as const) : []),
] as const)('the drill, %s', (_, first, second) => {
  test('a machine is lost: all that was acknowledged before the back-up is there, and those readers are told who have seen more', async () => {
    const receiver = await Receiver.start()
    drops.push(() => receiver.stop())
    const place = await first()
    const { service, roster } = await serve(place)
    const endpoint = await roster.webhookEndpoints.create({ url: receiver.url, events: ['user.created'] })

    const over = new AbortController()
    const acknowledged: string[] = []
    const writers = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) acknowledged.push((await addUser(roster)).id)
    })
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
    const file = join(folder, 'roster.backup')
    const delivered = await deliveredTo(roster, endpoint.id)
    const [oldest] = (await roster.events.list({ limit: 1 })).data
    const before = [...acknowledged]
    const backedUp = await command(place, 'backup', file)
    expect(backedUp).toMatchObject({ code: 0, output: expect.stringContaining(`Done: ${file} has everything`) })
    const more = acknowledged.length
    expect(more).toBeGreaterThan(before.length)
    await expect.poll(() => acknowledged.length).toBeGreaterThan(more + 5)
    over.abort()
    await Promise.all(writers)
    await expect.poll(() => receiver.events.length).toBe(acknowledged.length)
    const { cursor } = receiver.events.at(-1)!
    service.signalGroup('SIGKILL')
    await service.exited()
    await rm(join(folder, 'data'), { recursive: true, force: true })

    expect((await command({}, 'verify', file)).output).toContain(`${file} is whole: roster as it was at `)
    const elsewhere = await second()
    expect(await command(elsewhere, 'restore', file)).toMatchObject({ code: 0 })
    const lost = receiver.events.length
    const { roster: restored } = await serve(elsewhere)
    const there = await namesOf(restored)
    expect(before.filter((id) => !there.has(id))).toEqual([])
    await expect(restored.events.list({ after: cursor })).rejects.toMatchObject({ code: 'cursor-expired' })
    const [earliest, ...later] = (await restored.events.list({ limit: 10 })).data
    expect(earliest).toEqual(oldest)
    expect((await restored.events.list({ after: oldest!.cursor, limit: 9 })).data).toEqual(later)

    const { id } = await addUser(restored)
    await expect.poll(() => receiver.events.some(({ data }) => data.id === id)).toBe(true)
    expect(receiver.events.slice(lost).filter((event) => delivered.has(event.id))).toEqual([])
  })
})

describe.runIf(onPostgres)('moving to a server (needs PostgreSQL: set DATABASE_URL)', () => {
  test('everything is there, cursors and keys go on, and the old place says where it is', async () => {
    const place = directory('data')
    const { service, roster } = await serve(place)
    const users = [await addUser(roster), await addUser(roster), await addUser(roster)]
    const { secret } = await roster.apiKeys.create({ name: 'Of old', role: 'admin', scopes: ['read:users'] })
    const [first, ...later] = (await roster.events.list()).data
    const target = await serverDatabase()

    const refused = await command(place, 'move', '--to', target.DATABASE_URL)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is in use by another process') })
    service.signal('SIGTERM')
    await service.exited()
    const { code, output } = await command(place, 'move', '--to', target.DATABASE_URL)
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('Done: everything is at ') })
    const old = launch({ ...settings, ...place })
    expect(await old.exited()).toBe(1)
    expect(old.output()).toContain('What was in this data directory was moved to ')

    const { roster: moved } = await serve(target)
    expect((await moved.events.list({ after: first!.cursor })).data).toEqual(later)
    const withOldKey = clientAt(moved.baseUrl, { apiKey: secret })
    expect(await Promise.all(users.map(({ id }) => withOldKey.users.get(id)))).toEqual(users)
    expect((await command(target, 'doctor')).output).toContain('✓ What the database keeps sealed can be opened.')
  })

  test('a move to a database with something in it, or to nobody, is refused, and the old place goes on', async () => {
    const place = directory('data')
    const { service } = await serve(place)
    service.signal('SIGTERM')
    await service.exited()
    const target = await serverDatabase()
    const { service: other } = await serve(target)
    other.signal('SIGTERM')
    await other.exited()
    const { code, output } = await command(place, 'move', '--to', target.DATABASE_URL)
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('The database is not empty') })
    const nobody = await command(place, 'move', '--to', 'postgres://127.0.0.1:1/roster')
    expect(nobody).toMatchObject({ code: 1, output: expect.stringContaining('that --to names it') })
    await serve(place)
  })
})

test('what a back-up that was killed has left goes with the next start, and one that is refused leaves nothing', async () => {
  const place = directory('data')
  const left = join(folder, 'data', 'copy.unfinished-AbC123')
  await mkdir(join(left, 'pgdata'), { recursive: true, mode: 0o700 })
  await serve(place)
  const { code, output } = await command(place, 'backup', join(folder, 'missing', 'file'))
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/file cannot be written: ENOENT: .*\.\n$/),
  })
  expect((await readdir(join(folder, 'data'))).toSorted()).toEqual([
    'control.sock',
    'lock.db',
    'lock.db-journal',
    'pgdata',
  ])
})

test.each([
  [
    ['backups'],
    /^backups is no command of Roster\. There are:\n\n {2}roster \[--demo\] .*\n {2}roster administrator-key +prints .*\n {2}roster backup \[file\] /,
  ],
  [['verify'], /^Call it so: roster verify <file>\n$/],
  [['backup', '--now'], /^Call it so: roster backup \[file\]\n$/],
  [['backup'], /^There is no embedded database in .*nothing\. The setting is ROSTER_DATA_DIR\.\n$/],
  [['move', '--to', 'mysql://db'], /^--to must be the URL of a PostgreSQL database, such as /],
])('roster %j says what is wrong, and ends with 1', async (words, said) => {
  const { code, output } = await command(directory('nothing'), ...words)
  expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(said) })
})

test.each([
  [['--help'], /^ {2}roster \[--demo\] +serves [^]*\n {2}roster verify <file> +says .*\n$/],
  [['-h'], /^ {2}roster \[--demo\] +serves /],
  [['backup', '--help'], /^ {2}roster backup \[file\] {2}writes [^\n]*\n$/],
])('roster %j says how it is called, and does nothing', async (words, said) => {
  const { code, output } = await command(directory('nothing'), ...words)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(said) })
})
