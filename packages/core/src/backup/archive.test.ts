import { randomBytes } from 'node:crypto'
import promises, { mkdtemp, readdir, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { synced } from '@roster/test/disk'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Header, openArchive, writeArchive } from './archive.ts'
import { restore } from './restore.ts'
import { RowSummer } from './sums.ts'
import { BackupError } from './tables.ts'
import { verify } from './verify.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'roster-archive-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const HEADER: Header = {
  format: 1,
  application: 'roster',
  made_at: '2026-11-23T00:00:00.000Z',
  tables: [],
  migrations: {},
  seal: ['seal'],
}

test('a line is read whole, whether it comes in many pieces or is one of many in a piece', async () => {
  const file = join(directory, 'roster.backup')
  const long = `ünï 🎈\n${randomBytes(1_000_000).toString('hex')}`
  const pages = ['1', '2', long, long, '3', '4'].map((row) => ({ table: 'users', rows: [row, row] }))
  const lines = [...pages, { end: { users: { count: 12, sum: '0' } } }]
  await writeArchive(file, HEADER, Readable.from(lines))
  const archive = await openArchive(file)
  expect(archive.header).toEqual(HEADER)
  const read: unknown[] = []
  for await (const each of archive.lines) read.push(each)
  expect(read).toEqual(lines)
})

test('the name of an archive is on the disk when the archive is done', async () => {
  const numbers = await synced()
  await writeArchive(join(directory, 'roster.backup'), HEADER, Readable.from([{ end: {} }]))
  expect(numbers).toEqual([(await stat(directory)).ino])
})

test('a process that exits before an archive is whole leaves nothing of it', async () => {
  const file = join(directory, 'roster.backup')
  const before = process.listeners('exit')
  const added = () => process.listeners('exit').filter((listener) => !before.includes(listener))
  async function* pages() {
    const begun = expect.stringMatching(/^roster\.backup\.unfinished-[0-9a-f]{6}$/)
    await expect.poll(() => readdir(directory)).toEqual([begun])
    for (const exit of added()) exit(143)
    yield { end: {} }
  }
  await expect(writeArchive(file, HEADER, pages())).rejects.toThrow('ENOENT')
  expect(await readdir(directory)).toEqual([])
  expect(added()).toEqual([])
})

const ROW = '{"id":"usr_1","name":"Ada"}'
const end = (...rows: string[]) => {
  const summer = new RowSummer()
  summer.add(rows)
  return { end: { users: summer.total } }
}

test.each<[what: string, pages: object[], told: string]>([
  ['has other rows than it ends with', [{ table: 'users', rows: [ROW] }, end(ROW.replace('Ada', 'Eve'))], 'its rows do not add up'],
  ['has fewer rows than it ends with', [{ table: 'users', rows: [ROW] }, end(ROW, ROW)], 'its rows do not add up'],
  ['does not say how it ends', [{ table: 'users', rows: [ROW] }], 'is cut short, or was changed'],
])('an archive that %s is not whole, though its compression is', async (_what, pages, told) => {
  const file = join(directory, 'roster.backup')
  await writeArchive(file, HEADER, Readable.from(pages))
  await expect(verify(file)).rejects.toThrow(told)
}) // prettier-ignore

test.each([
  ['a dump in SQL', Buffer.from('create table users ();')],
  ['a compressed dump', gzipSync('create table users ();\n')],
])('%s is told to be no back-up, and not to be a damaged one', async (_what, content) => {
  const file = join(directory, 'users.sql')
  await writeFile(file, content)
  await expect(verify(file)).rejects.toThrow(
    `${file} is no back-up that this version can read. Pass a file that the command \`backup\` wrote; if this is one, its beginning was damaged: use another.`,
  )
})

test('an archive takes the place of no other', async () => {
  const file = join(directory, 'roster.backup')
  await writeArchive(file, HEADER, Readable.from([{ table: 'users', rows: [ROW] }, end(ROW)]))
  const again = writeArchive(file, { ...HEADER, application: 'others' }, Readable.from([end()]))
  await expect(again).rejects.toThrow(new BackupError(`${file} is there already. Give another name.`))
  expect(await verify(file)).toEqual({ header: HEADER, sums: end(ROW).end })
})

test('of two archives of one name, written at the same time, the one that is complete first stays whole', async () => {
  const file = join(directory, 'roster.backup')
  const isFirst = Promise.withResolvers<void>()
  async function* slowly() {
    yield { table: 'users', rows: [ROW.replace('Ada', 'Eve')] }
    await isFirst.promise
    yield end(ROW.replace('Ada', 'Eve'))
  }
  const second = writeArchive(file, HEADER, slowly())
  await writeArchive(file, HEADER, Readable.from([{ table: 'users', rows: [ROW] }, end(ROW)]))
  isFirst.resolve()
  await expect(second).rejects.toThrow(new BackupError(`${file} is there already. Give another name.`))
  expect(await verify(file)).toEqual({ header: HEADER, sums: end(ROW).end })
  expect(await readdir(directory)).toEqual(['roster.backup'])
})

test('an archive takes a place that nothing has, and no other, also where a look does not see what is there', async () => {
  const file = join(directory, 'roster.backup')
  await symlink(join(directory, 'nowhere'), file)
  const written = writeArchive(file, HEADER, Readable.from([end()]))
  await expect(written).rejects.toThrow(new BackupError(`${file} is there already. Give another name.`))
  expect(await readdir(directory)).toEqual(['roster.backup'])
  expect(await readlink(file)).toBe(join(directory, 'nowhere'))
})

describe('where the file system has no hard links', () => {
  beforeEach(() => {
    const spied = vi.spyOn(promises, 'link').mockRejectedValue(Object.assign(new Error('EPERM'), { code: 'EPERM' }))
    syncBuiltinESMExports()
    onTestFinished(() => {
      spied.mockRestore()
      syncBuiltinESMExports()
    })
  })

  test('an archive is written, and takes the place of no other', async () => {
    const file = join(directory, 'roster.backup')
    async function* pages(row: string, after?: Promise<void>) {
      yield { table: 'users', rows: [row] }
      await after
      yield end(row)
    }
    const late = Promise.withResolvers<void>()
    const second = writeArchive(file, HEADER, pages(ROW.replace('Ada', 'Eve'), late.promise))
    await writeArchive(file, HEADER, pages(ROW))
    late.resolve()
    await expect(second).rejects.toThrow(new BackupError(`${file} is there already. Give another name.`))
    expect(await verify(file)).toEqual({ header: HEADER, sums: end(ROW).end })
    expect(await readdir(directory)).toEqual(['roster.backup'])
  })
})

test('an archive of another application is not restored', async () => {
  const file = join(directory, 'others.backup')
  await writeArchive(file, { ...HEADER, application: 'others' }, Readable.from([end()]))
  const secrets = [randomBytes(32)] as const
  const database = { name: 'roster' } as never
  await expect(restore({ file, database, ledgers: [], secrets, onProgress() {} })).rejects.toThrow(
    new BackupError(`${file} is a back-up of others, not of roster.`),
  )
})
