import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DirectoryNotPrivate, keepPrivate } from './private-directory.ts'

test('a data directory that cannot be opened is refused, with why and what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roster-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), '')
  const inFile = join(folder, 'file', 'data')
  expect(() => keepPrivate(inFile)).toThrow(
    new DirectoryNotPrivate(
      `The data directory ${inFile} cannot be opened (ENOTDIR). Give the directory and what is in it to the user that it runs as.`,
    ),
  )
})
