import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { application } from '@roster/api'
import { migrate, openDatabase } from '@roster/core/server'
import { emptyDatabase, migratedDatabase, onPostgres } from '@roster/test/database'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServiceSecrets } from '../crypto/service-secrets.ts'
import type { Database } from '../data/database.ts'
import { signingKeys } from '../oauth/signing-keys.ts'
import type { Header } from './archive.ts'
import { backUp } from './backup.ts'
import { begin, finish } from './destination.ts'
import { readMigrations } from './migrations.ts'
import { move } from './move.ts'
import type { Progress } from './progress.ts'
import { restore } from './restore.ts'
import { type RowSum, sumOf } from './sums.ts'
import { tablesOf } from './tables.ts'
import { noteUnfinished, requireFinished } from './unfinished.ts'
import { verify } from './verify.ts'

const { ledgers, entities, naming } = application
const NOW = Date.UTC(2026, 10, 23)
const secrets = [randomBytes(32)] as const

let source: Database
let directory: string
const drops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const { database, drop } = await migratedDatabase(application)
  drops.push(drop)
  source = database
  await fill(source)
})
afterAll(async () => {
  for (const drop of drops) await drop()
})

/** Records of every kind, and values that are hard to copy. */
async function fill(database: Database): Promise<void> {
  await application.addDemo!(database)
  await database.query({ text: `update event_log set origin = 'somewhere', head = 7` })
  await database.query({
    text: `insert into api_keys (id, name, prefix, scopes, role, created_at) values ('key_1', 'Of old', 'rk_', '[]', 'viewer', now())`,
  })
  await database.query(
    {
      text: `insert into export_parts (export_id, number, bytes) select 'exp_1', n, $1 from generate_series(1, 5) as n`,
    },
    [randomBytes(500_000)],
  )
  await database.query({ text: `update events set data = $1 where id = (select min(id) from events)` }, [
    '{\n  "name": "a \\"quoted\\" \\\\ line\\n",\t"of": [1.0, 1e2, "\\u0001 ünï 🎈"]}',
  ])
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'roster-backup-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** What is moved is embedded, whatever it is moved to. */
async function embeddedSource(): Promise<Database> {
  const embedded = await openDatabase({ directory: undefined }, { name: naming.slug, entities })
  drops.push(() => embedded.close())
  await migrate(embedded, ledgers)
  await fill(embedded)
  return embedded
}

/** A database in which there is nothing. */
async function emptyOne(): Promise<Database> {
  const empty = onPostgres ? await emptyDatabase() : undefined
  const location = empty ? { url: empty.url } : { directory: undefined }
  const database = await openDatabase(location, { name: naming.slug, entities })
  drops.push(async () => {
    await database.close()
    await empty?.drop()
  })
  return database
}

/** Counts and sums of all tables but that of the log. */
async function sumsOf({ query }: Database): Promise<Record<string, RowSum>> {
  const tables = await tablesOf(query, [...ledgers.map(({ table }) => table), 'event_log'])
  return Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table.name, await sumOf(query, table)] as const)),
  )
}

const logOf = async ({ query }: Database) =>
  (await query({ text: 'select epoch, earlier, origin, head, kept_from, xid::text from event_log' }))[0] as {
    epoch: string
  }

const archive = () => join(directory, 'roster.backup')

const backedUp = (database = source, file = archive(), keys: ServiceSecrets = secrets) =>
  backUp({ database, ledgers, secrets: keys, file, now: NOW, onProgress: () => {} })

const restoreInto = (database: Database, file = archive(), key: ServiceSecrets = secrets) =>
  restore({ file, database, ledgers, secrets: key, onProgress: () => {} })

test('what is moved is the same, and readers go on where they were', async () => {
  const target = await emptyOne()
  const seen: Progress[] = []
  await move({ from: source, to: target, ledgers, onProgress: (progress) => seen.push(progress) })
  expect(await sumsOf(target)).toEqual(await sumsOf(source))
  expect(await logOf(target)).toEqual({ ...(await logOf(source)), origin: null })
  expect(seen.findLast(({ table }) => table === 'users')).toEqual({ table: 'users', done: 1_000, total: 1_000 })
  await expect(requireFinished(target.query)).resolves.toBeUndefined()
})

test('a move that breaks off goes on where it was, and nothing starts on what is there', async () => {
  const [from, target] = [await embeddedSource(), await emptyOne()]
  for (const [last, most] of [
    ['api_keys', 0],
    ['users', 100],
  ] as const) {
    const onProgress = ({ table, done }: Progress) => {
      if (table === last && done > most) throw new Error('the power is gone')
    }
    await expect(move({ from, to: target, ledgers, onProgress })).rejects.toThrow('the power is gone')
    await expect(requireFinished(target.query)).rejects.toThrow(/^This database holds part of a copy that broke off\./)
  }
  const seen: Progress[] = []
  await move({ from, to: target, ledgers, onProgress: (progress) => seen.push(progress) })
  expect(seen[0]).toMatchObject({ table: 'users', total: 1_000 })
  expect(seen[0]!.done).toBeGreaterThan(100)
  expect(await sumsOf(target)).toEqual(await sumsOf(from))
})

test('a move that broke off begins anew where something has changed since', async () => {
  const target = await emptyOne()
  const stop = ({ table }: Progress) => {
    if (table === 'users') throw new Error('the power is gone')
  }
  await expect(move({ from: source, to: target, ledgers, onProgress: stop })).rejects.toThrow('the power is gone')
  await source.query({ text: `update orders set version = version + 1 where id = (select min(id) from orders)` })
  await move({ from: source, to: target, ledgers, onProgress: () => {} })
  expect(await sumsOf(target)).toEqual(await sumsOf(source))
})

/** A database whose power goes before the first statement that says so. */
const losingPowerAt = (database: Database, words: string): Database => ({
  ...database,
  async query(statement, ...rest) {
    if (statement.text.includes(words)) throw new Error('the power is gone')
    return database.query(statement, ...rest)
  },
})

test('a move that breaks off while it begins anew, or ends, is gone on with, and nothing starts on it before', async () => {
  const [from, target] = [await embeddedSource(), await emptyOne()]
  const moveTo = (to: Database) => move({ from, to, ledgers, onProgress: () => {} })
  for (const words of [`drop table unfinished_copy`, 'truncate "users"']) {
    await from.query({ text: `update orders set version = version + 1 where id = (select min(id) from orders)` })
    await expect(moveTo(losingPowerAt(target, words))).rejects.toThrow('the power is gone')
    await expect(requireFinished(target.query)).rejects.toThrow(/broke off/)
  }
  await expect(moveTo(losingPowerAt(target, `drop table unfinished_copy`))).rejects.toThrow('the power is gone')
  await moveTo(target)
  expect(await sumsOf(target)).toEqual(await sumsOf(from))
  const checks = { text: `select conname from pg_constraint where contype = 'f' order by conname` }
  expect(await target.query(checks)).toEqual(await from.query(checks))
  await expect(requireFinished(target.query)).resolves.toBeUndefined()
})

test('a copy that adds up to something else is not finished, and nothing starts on it', async () => {
  const target = await emptyOne()
  const tables = await tablesOf(
    source.query,
    ledgers.map(({ table }) => table),
  )
  await begin(target, ledgers, { source: 'of a test', tables, migrations: await readMigrations(source.query, ledgers) })
  const empty = { count: 0, sum: '0' }
  const sums = Object.fromEntries(tables.map(({ name }) => [name, empty]))
  const finished = finish(target, tables, { ...sums, users: { count: 0, sum: '1' } }, 'in its epoch')
  await expect(finished).rejects.toThrow('The copy of the table "users" differs: it has 0 rows of 0, or others.')
  await expect(requireFinished(target.query)).rejects.toThrow(/broke off/)
})

test('nothing is moved or restored into a database that has something in it', async () => {
  const target = await emptyOne()
  await target.query({ text: 'create table notes (id int primary key)' })
  const refused = /^The database is not empty: there is "notes" in it\. Give one that was just made\.$/
  await expect(move({ from: source, to: target, ledgers, onProgress: () => {} })).rejects.toThrow(refused)
  await backedUp()
  await expect(restoreInto(target)).rejects.toThrow(refused)
})

test('what is restored is the same, and its log goes on in another epoch', async () => {
  const target = await emptyOne()
  await backedUp()
  await restoreInto(target)
  expect(await sumsOf(target)).toEqual(await sumsOf(source))
  expect(await logOf(target)).toEqual({ ...(await logOf(source)), origin: '' })
})

test('an archive is for its owner alone, says what is in it, and is not there before it is whole', async () => {
  await backedUp()
  expect((await stat(archive())).mode & 0o777).toBe(0o600)
  const { header, sums } = await verify(archive())
  expect(header).toMatchObject({ format: 1, application: 'roster', made_at: '2026-11-23T00:00:00.000Z' })
  expect(sums['users']!.count).toBe(1_000)
  const other = join(directory, 'other.backup')
  const stop = () => {
    throw new Error('the disk is full')
  }
  const broken = backUp({ database: source, ledgers, secrets, file: other, now: NOW, onProgress: stop })
  await expect(broken).rejects.toThrow('the disk is full')
  expect(await readdir(directory)).toEqual(['roster.backup'])
})

test('what says how far a copy has come is copied to no other database', async () => {
  const copy = await emptyOne()
  await migrate(copy, ledgers)
  await noteUnfinished(copy.query, 'of a test')
  await copy.query({ text: 'delete from unfinished_copy' })
  await backedUp(copy)
  expect(Object.keys((await verify(archive())).sums)).not.toContain('unfinished_copy')
})

test.runIf(onPostgres)('an archive is of one moment, whatever is written meanwhile', async () => {
  let written = false
  await backUp({
    database: source,
    ledgers,
    secrets,
    file: archive(),
    now: NOW,
    onProgress() {
      if (written) return
      written = true
      void source.query({ text: `update users set name = 'Written meanwhile'` })
    },
  })
  const before = await sumsOf(source)
  await expect.poll(async () => (await sumsOf(source))['users']).not.toEqual((await verify(archive())).sums['users'])
  expect((await verify(archive())).sums['orders']).toEqual(before['orders'])
})

test.each<[string, (file: string) => Promise<unknown>]>([
  ['is cut short', async (file) => truncate(file, (await stat(file)).size - 100)],
  ['has another byte', async (file) => writeFile(file, withAnotherByte(await readFile(file)))],
  ['is something else', (file) => writeFile(file, 'a letter')],
  ['is empty', (file) => truncate(file)],
  ['names a table that is none', () => rewriteHeader(withAnotherName)],
])('an archive that %s is refused before anything is written', async (_, damage) => {
  const target = await emptyOne()
  await backedUp()
  await damage(archive())
  await expect(restoreInto(target)).rejects.toThrow(
    /is cut short, or was changed|no back-up that this version can read/,
  )
  expect(await tablesOf(target.query, [])).toEqual([])
})

/** What would run in another statement than the one that it is for. */
const withAnotherName = ({ tables, ...header }: Header) => ({
  ...header,
  tables: [...tables, { name: 'users" cascade; drop table "orders', columns: ['id'], key: ['id'] }],
})

/** The same bytes but for the one in the middle. */
function withAnotherByte(bytes: Uint8Array): Uint8Array {
  const middle = Math.floor(bytes.length / 2)
  return bytes.with(middle, bytes[middle]! ^ 0xff)
}

/** Changes the first line of the archive, and leaves the rest. */
async function rewriteHeader(change: (header: Header) => object): Promise<void> {
  const [first, ...rest] = gunzipSync(await readFile(archive()))
    .toString()
    .split('\n')
  const lines = [JSON.stringify(change(JSON.parse(first!))), ...rest]
  await writeFile(archive(), gzipSync(lines.join('\n')))
}

test('an archive of a later version is refused, of another format or with a migration that is not known, and leaves nothing', async () => {
  const target = await emptyOne()
  await backedUp()
  const [ledger] = ledgers
  await rewriteHeader(({ migrations, ...header }) => ({
    ...header,
    migrations: { ...migrations, [ledger!.table]: [...migrations[ledger!.table]!, '29991231000000_later'] },
  }))
  await expect(restoreInto(target)).rejects.toThrow(
    'made by a later version of this program, which has the migration 29991231000000_later. Use that version.',
  )
  await rewriteHeader((header) => ({ ...header, format: 2 }))
  await expect(restoreInto(target)).rejects.toThrow(
    'is no back-up that this version can read. Its format is 2, and not 1: use the version of the program that made it.',
  )
  expect(await tablesOf(target.query, [])).toEqual([])
})

test('an archive that was sealed with another secret, or is not there, is refused', async () => {
  const target = await emptyOne()
  await backedUp()
  await expect(restoreInto(target, archive(), [randomBytes(32)])).rejects.toThrow(/was sealed with another secret/)
  await expect(restoreInto(target, join(directory, 'none'))).rejects.toThrow(/none cannot be read: ENOENT/)
  expect(await tablesOf(target.query, [])).toEqual([])
})

test('an archive is restored with all the secrets that something in it is sealed with, and with no other', async () => {
  const target = await emptyOne()
  const [fresh, old, unused] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const keys = await signingKeys(source, [old], Date.now).list()
  await backedUp(source, archive(), [fresh, old, unused])
  await source.query({ text: 'delete from signing_keys' })
  for (const one of [fresh, old])
    await expect(restoreInto(target, archive(), [one])).rejects.toThrow(
      /was sealed with another secret\. .* where it had several, give all of them: new,old\./,
    )
  expect(await tablesOf(target.query, [])).toEqual([])
  await restoreInto(target, archive(), [old, fresh])
  expect(await signingKeys(target, [old], Date.now).list()).toEqual(keys)
})

test('an archive of one secret says it as earlier ones do, and is restored with that', async () => {
  const target = await emptyOne()
  await backedUp()
  await rewriteHeader((header) => {
    expect(header.seal).toBeTypeOf('string')
    return header
  })
  await expect(restoreInto(target, archive(), [randomBytes(32)])).rejects.toThrow(/was sealed with another secret/)
  await restoreInto(target)
  expect(await sumsOf(target)).toEqual(await sumsOf(source))
})
