import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { application } from '@roster/api'
import { KEPT } from '@roster/core/server'
import { emptyDatabase, onPostgres } from '@roster/test/database'
import { dataDirectory } from '@roster/test/process'
import { expect, onTestFinished, test } from 'vitest'
import { move } from './move.ts'

test.runIf(onPostgres)('a move tells nobody the password of the database, wherever its URL has that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'roster-move-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { directUrl, drop } = await emptyDatabase()
  onTestFinished(() => drop())
  const directory = await dataDirectory(join(folder, 'data'))
  const to = new URL(directUrl)
  to.password = 'pass-of-the-user'
  to.searchParams.set('password', 'pass-of-the-query')
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const environment = { ROSTER_DATA_DIR: directory, DATABASE_URL: 'postgres://127.0.0.1:1/of-others' }
  await move.run({ application, environment, words: [], options: { to: to.href }, say, show: say })
  expect(said.at(-2)).toContain(`everything is at postgres://${to.username}@${to.host}${to.pathname},`)
  const noted = await readFile(join(directory, KEPT.moved), 'utf8')
  expect([...said, noted].join('\n')).not.toContain('pass-of-')
})
