import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyOfRunning, takeOrders } from './control.ts'

let directory: string
beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), 'roster-control-'))))
afterEach(() => rm(directory, { recursive: true, force: true }))

/** Takes orders of whoever the directory belongs to, as a service does whose database has one file. */
function serve() {
  const copyFiles = async (to: string) => {
    mkdirSync(to)
    writeFileSync(join(to, 'PG_VERSION'), '17')
  }
  return takeOrders({
    database: { copyFiles },
    settings: { DATA_DIR: directory },
    logger: console,
  } as never)!
}

const FOREIGN = ['copy-2024', 'copy-AbC123', 'copy_of_mine', 'copy.unfinished-of-mine', 'my-copy.unfinished-AbC123']

test('a start deletes the copies that were cut off, and no directory of others', async () => {
  for (const name of [...FOREIGN, 'copy.unfinished-AbC123'])
    mkdirSync(join(directory, name, 'pgdata'), { recursive: true })
  const server = serve()
  await once(server, 'listening')
  expect(readdirSync(directory).toSorted()).toEqual([...FOREIGN, 'control.sock'].toSorted())
  server.close()
})

test('a start leaves the copy that a command still reads, which the service before it made', async () => {
  const before = serve()
  await once(before, 'listening')
  const copy = await copyOfRunning(directory)
  const reader = new DatabaseSync(join(copy.directory, 'lock.db'))
  reader.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  const after = serve()
  await once(after, 'listening')
  expect(existsSync(join(copy.directory, 'pgdata'))).toBe(true)
  reader.close()
  copy.remove()
  expect(readdirSync(directory)).toEqual(['control.sock'])
  before.close()
  after.close()
})

test('a copy is whole, beside the files that it is of, and goes when it is removed', async () => {
  const server = serve()
  await once(server, 'listening')
  const copy = await copyOfRunning(directory)
  expect(readdirSync(join(copy.directory, 'pgdata'))).toEqual(['PG_VERSION'])
  copy.remove()
  expect(readdirSync(directory)).toEqual(['control.sock'])
  server.close()
})

test('a copy goes with who asked for it, however that ends', async () => {
  const server = serve()
  await once(server, 'listening')
  const copy = join(directory, 'copy.unfinished-AbC123')
  mkdirSync(copy)
  const killed = connect({ path: join(directory, 'control.sock'), allowHalfOpen: true })
  killed.resume().write('copy.unfinished-AbC123')
  await once(killed, 'end')
  expect(existsSync(join(copy, 'pgdata'))).toBe(true)
  killed.destroy()
  await expect.poll(() => readdirSync(directory)).toEqual(['control.sock'])
  server.close()
})

test.each(['pgdata', '.', '../elsewhere'])(
  'an order for %j, which is no copy, is refused and does nothing',
  async (name) => {
    mkdirSync(join(directory, 'pgdata'))
    const server = serve()
    await once(server, 'listening')
    const asking = connect({ path: join(directory, 'control.sock'), allowHalfOpen: true })
    asking.write(name)
    const said = await text(asking)
    asking.destroy()
    const left = (readdirSync(directory, { recursive: true }) as string[]).toSorted()
    expect([said, left]).toEqual([`Error: ${name} is no copy.`, ['control.sock', 'pgdata']])
    server.close()
  },
)
