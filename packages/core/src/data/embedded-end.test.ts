import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { synced } from '@roster/test/disk'
import { expect, onTestFinished, test } from 'vitest'
import { asProblem } from '../operation/trpc.ts'
import type { Database } from './database.ts'
import { EmbeddedDatabaseEnded } from './embedded-end.ts'
import { openDatabase } from './open.ts'

const REFUSED = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })

test('a commit that the disk refuses is not acknowledged, and no more is asked of the database until a start', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'roster-end-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const open = () => openDatabase({ directory }, { name: 'roster', entities: [] })
  const add = ({ query }: Database, one: number) => query({ text: `insert into kept values (${one})` })

  const database = await open()
  await database.query({ text: 'create table kept (one int)' })
  await add(database, 1)
  let isRefusing = true
  await synced(() => {
    if (isRefusing) throw REFUSED
  })
  const error = await add(database, 2).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(EmbeddedDatabaseEnded)
  expect(asProblem(error)).toMatchObject({ code: 'unavailable', status: 503 })
  isRefusing = false
  await expect(add(database, 3)).rejects.toThrow(
    /^The embedded database has ended: could not fsync file .*: I\/O error\. See that its disk works and has room, and start the process again\./,
  )
  await database.close()

  const next = await open()
  onTestFinished(() => next.close())
  await add(next, 4)
  const kept = await next.query<{ one: number }>({ text: 'select one from kept where one <> 2' })
  expect(kept).toEqual([{ one: 1 }, { one: 4 }])
})
