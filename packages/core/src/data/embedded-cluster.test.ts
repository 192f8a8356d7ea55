import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeCluster, startIn } from './embedded-cluster.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'roster-cluster-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The permissions of what is in a folder, each once. */
function modesIn(directory: string): string[] {
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
  const kinds = paths.map((entry) => {
    const { mode } = statSync(join(entry.parentPath, entry.name))
    return `${entry.isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`
  })
  return [...new Set(kinds)].toSorted()
}

test('a cluster whose making was cut off is made anew, for its owner alone, and keeps what is written', async () => {
  const [directory, unfinished] = [join(folder, 'pgdata'), join(folder, 'pgdata.unfinished')]
  mkdirSync(unfinished)
  writeFileSync(join(unfinished, 'PG_VERSION'), 'cut o')
  await makeCluster(directory)
  const made = modesIn(directory)
  const first = await startIn(directory)
  await first.exec('create table kept as select 1 as one')
  await first.close()
  const second = await startIn(directory)
  const { rows } = await second.query(`select one, current_setting('shared_buffers') as buffers from kept`)
  await second.close()
  expect({ in: readdirSync(folder), made, rows }).toEqual({
    in: ['pgdata'],
    made: ['file 600', 'folder 700'],
    rows: [{ one: 1, buffers: '32MB' }],
  })
})
