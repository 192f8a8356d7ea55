import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { application } from '@roster/api'
import { RowSummer } from '@roster/core/source/backup/sums'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verify } from './verify.ts'

const LATER = '29991231000000_later'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roster-verify-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What the command says of an archive of this application, after its name. `rows` are those of its users. */
async function verified(name: string, migrations: readonly string[], rows: readonly string[] = []): Promise<string[]> {
  const file = join(folder, 'it.backup')
  const [ledger] = application.ledgers
  const header = {
    format: 1,
    application: name,
    made_at: '2026-11-23T00:00:00.000Z',
    tables: [],
    migrations: { [ledger!.table]: migrations },
    seal: '',
  }
  const summer = new RowSummer()
  summer.add(rows)
  const lines = rows.length > 0 ? [{ table: 'users', rows }, { end: { users: summer.total } }] : [{ end: {} }]
  await writeFile(file, gzipSync([header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')))
  const said: string[] = []
  const say = (line: string) => void said.push(line.replace(file, '').trim())
  await verify.run({ application, environment: {}, words: [file], options: {}, say, show: () => {} })
  return said
}

test.each([
  ['of this version', 'roster', [], []],
  [
    'of a later version',
    'roster',
    [LATER],
    [`It was made by a later version of this program, which has the migration ${LATER}. Restore it with that version.`],
  ],
  ['of another program', 'others', [LATER], []],
])('verify says that a back-up is whole, and what it takes to restore one %s', async (_which, name, taken, more) => {
  expect(await verified(name, taken)).toEqual([`is whole: ${name} as it was at 2026-11-23T00:00:00.000Z.`, ...more])
})

test('verify says how many rows of each table are in a back-up', async () => {
  const rows = Array.from({ length: 1_200 }, (_, id) => `{"id":${id}}`)
  expect(await verified('roster', [], rows)).toEqual([
    'is whole: roster as it was at 2026-11-23T00:00:00.000Z.',
    'users: 1,200',
  ])
})
