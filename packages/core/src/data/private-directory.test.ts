import fs, {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DirectoryNotPrivate, keepPrivate } from './private-directory.ts'

test('a data directory that is a file, or below one, is refused, and the file is told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roster-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const [path, why] of [
    [file, 'EEXIST'],
    [join(file, 'data'), 'ENOTDIR'],
  ] as const)
    expect(() => keepPrivate(path)).toThrow(
      new DirectoryNotPrivate(
        `The data directory ${path} cannot be opened (${why}). A file is in its place: name another directory.`,
      ),
    )
})

test('a data directory that cannot be opened is refused, with why and what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roster-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync('loop', join(folder, 'loop'))
  const path = join(folder, 'loop')
  expect(() => keepPrivate(path)).toThrow('Give the directory and what is in it to the user that it runs as.')
})

/** A data directory that others may open, with what names say in it. */
function openDirectory(...names: string[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'roster-private-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  for (const name of names) {
    mkdirSync(join(directory, name))
    writeFileSync(join(directory, name, 'file'), '')
    chmodSync(join(directory, name, 'file'), 0o644)
    chmodSync(join(directory, name), 0o755)
  }
  chmodSync(directory, 0o755)
  return directory
}

/** What others may open of a directory. */
const openIn = (directory: string) =>
  ['', ...(readdirSync(directory, { recursive: true }) as string[])].filter(
    (name) => (statSync(join(directory, name)).mode & 0o077) !== 0,
  )

test('what only the group of this process may open is closed to it as well', () => {
  const directory = openDirectory('pgdata')
  for (const name of ['', 'pgdata']) chmodSync(join(directory, name), 0o750)
  chmodSync(join(directory, 'pgdata', 'file'), 0o640)
  keepPrivate(directory)
  expect(openIn(directory)).toEqual([])
})

test('what a symbolic link in it leads to is left as it is', () => {
  const [directory, others] = [openDirectory('pgdata'), openDirectory('theirs')]
  symlinkSync(join(others, 'theirs'), join(directory, 'pgdata', 'link'))
  keepPrivate(directory)
  expect(openIn(others)).toEqual(['', 'theirs', join('theirs', 'file')])
})

test.runIf(process.geteuid?.() === 0)('root opens no database of another user, and is told as whom to run', () => {
  const directory = openDirectory('pgdata')
  keepPrivate(directory)
  chownSync(join(directory, 'pgdata'), 1_234, 1_234)
  expect(() => keepPrivate(directory)).toThrow(
    new DirectoryNotPrivate(
      `The database in the data directory ${directory} belongs to the user with the number 1234, who could not open what root writes into it. ` +
        "Run this as that user, such as with: sudo -u '#1234'. Where root is to have it from now on, use: chown -R root.",
    ),
  )
})

const OF_SERVICES = [
  'pgdata',
  'pgdata.unfinished',
  'secret',
  'secret.unfinished',
  'copy.unfinished-AbC123',
  'moved',
  'control.sock',
  'lock.db',
  'lock.db-journal',
  'lost+found',
]

test('what a service keeps is closed to others, and what it was killed over too', () => {
  const directory = openDirectory(...OF_SERVICES)
  keepPrivate(directory)
  expect(openIn(directory)).toEqual([])
})

test.each(['copy-2024', 'copy.unfinished-of-mine', 'secrets'])('%s is of others, and is not closed to them', (name) => {
  const directory = openDirectory('pgdata', name)
  expect(() => keepPrivate(directory)).toThrow(`which also holds ${name}.`)
  expect(openIn(directory)).toContain(name)
})

/** Deletes something of a directory once a function of the file system has told of what it names. */
function deleting(path: string, told: 'readdirSync' | 'lstatSync', of: string): void {
  const real = fs[told] as (...given: unknown[]) => unknown
  const deletes = (...given: unknown[]) => {
    const answer = real(...given)
    if (given[0] === of) rmSync(path, { recursive: true, force: true })
    return answer
  }
  vi.spyOn(fs, told).mockImplementation(deletes as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
}

test.each([
  ['before it is looked at', 'pgdata/file', 'readdirSync', 'pgdata'],
  ['before it is closed', 'pgdata/file', 'lstatSync', 'pgdata/file'],
  ['before it is read', 'pgdata', 'lstatSync', 'pgdata'],
] as const)('what the service that runs deletes meanwhile, %s, is passed over', (_when, name, told, of) => {
  const directory = openDirectory('pgdata', 'secret')
  deleting(join(directory, name), told, join(directory, of))
  keepPrivate(directory)
  expect(existsSync(join(directory, name))).toBe(false)
  expect(openIn(directory)).toEqual([])
})
