import { namingOf } from '@roster/core/contract'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { books } from '../library.fixture.ts'
import { publishedApplication } from './load.ts'
import { run } from './run.ts'

const APPLICATION = new URL('../library.fixture.ts', import.meta.url).pathname

let out: string
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'generated-client-'))
})
afterEach(() => rm(out, { recursive: true, force: true }))

const generate = (...more: string[]) => run(['--application', APPLICATION, '--out', out, ...more])
const textOf = (path: string) => readFile(join(out, path), 'utf8')

describe('--check', () => {
  test('is content with what was written, and finds each file that differs', async () => {
    await generate()
    expect(await generate('--check')).toEqual({ status: 0, text: `${out} is what the contract says.\n` })
    await writeFile(join(out, 'src/library.ts'), 'export {}')
    await rm(join(out, 'src/errors.ts'))
    await writeFile(join(out, 'src/resources/loans.ts'), await textOf('src/resources/books.ts'))
    const { status, text } = await generate('--check')
    expect(status).toBe(1)
    expect(text.replaceAll(`${out}: `, '').split('\n')).toEqual([
      'src/library.ts differs',
      'src/errors.ts is missing',
      'src/resources/loans.ts is not written any more',
      'Run roster-generate without --check.',
      '',
    ])
    expect(await textOf('src/library.ts')).toBe('export {}')
  })

  test('finds everything missing where nothing was written, and writes nothing', async () => {
    expect(await generate('--check')).toMatchObject({
      status: 1,
      text: expect.stringContaining('src/index.ts is missing'),
    })
    await expect(textOf('src/index.ts')).rejects.toThrow('ENOENT')
  })
})

test('files that it wrote and does not write any more are deleted, and no others', async () => {
  await generate()
  await writeFile(join(out, 'src/resources/loans.ts'), await textOf('src/resources/books.ts'))
  await writeFile(join(out, 'src/mine.ts'), 'export const mine = 1\n')
  await mkdir(join(out, 'node_modules'))
  await writeFile(join(out, 'node_modules/other.ts'), await textOf('src/index.ts'))
  expect(await generate()).toEqual({ status: 0, text: `Wrote 14 files of library-client to ${out}.\n` })
  await expect(textOf('src/resources/loans.ts')).rejects.toThrow('ENOENT')
  expect(await textOf('src/mine.ts')).toBe('export const mine = 1\n')
  expect(await textOf('node_modules/other.ts')).toBe(await textOf('src/index.ts'))
})

test('the manifest is written once, and belongs to its owner from then on', async () => {
  await generate()
  expect(JSON.parse(await textOf('package.json'))).toMatchObject({ name: 'library-client', version: '2.1.0' })
  await writeFile(join(out, 'package.json'), '{ "name": "mine" }')
  await generate()
  expect(await textOf('package.json')).toBe('{ "name": "mine" }')
  expect(await generate('--check')).toMatchObject({ status: 0 })
})

test('a client whose package has a scope is called in requests without it', () => {
  const given = { name: 'Library', package: '@acme/library-client', resources: { books: { contract: books } } }
  const { package: name, product } = publishedApplication(given, 'app.ts')
  expect([name, product.userAgent]).toEqual(['@acme/library-client', 'library-client/0.1.0'])
})

test('a package is called after every word of its application', () => {
  const given = { name: 'LostAndFound', resources: { books: { contract: books } } }
  expect(publishedApplication(given, 'app.ts').package).toBe('lost-and-found-client')
})

test('the client of an application in several words has the name that programs call it by', () => {
  const naming = namingOf('Public Library')
  const { name, package: packageName } = publishedApplication(
    { name: naming.title, naming, resources: { books: { contract: books } } },
    'app.ts',
  )
  expect([name, packageName]).toEqual(['PublicLibrary', 'public-library-client'])
})

describe('what it cannot do is said, with what to do next', () => {
  test.each([
    [['--aplication', 'a.ts'], /Unknown option '--aplication'\. See roster-generate --help/],
    [['a.ts'], /Unexpected argument 'a\.ts'/],
    [['--application', 'a.ts'], /--out is missing\. See/],
    [['--out', 'client'], /--application is missing\. See/],
    [['--application', '/nowhere.ts', '--out', 'client'], /\/nowhere\.ts cannot be loaded: /],
    [['--application', join(APPLICATION, '../words.ts'), '--out', 'client'], /cannot be loaded: /],
    [['--application', new URL('run.ts', import.meta.url).pathname, '--out', 'c'], /exports no `application`/],
  ])('%s', async (given, says) => {
    expect(await run(given)).toEqual({ status: 1, text: expect.stringMatching(says) })
  })

  test.each([
    [{ name: 'my library', resources: {} }, /the name of the application is "my library"\. Give it one of a class/],
    [{ name: 'Library', resources: {} }, /the application has no `resources`/],
    [{ name: 'Library', resources: { books } }, /the resource books has no `contract`/],
  ])('%j', (application, says) => {
    expect(() => publishedApplication(application as never, 'app.ts')).toThrow(says)
  })

  test('what an application refuses of itself is told in its own words', async () => {
    const file = join(out, 'refused.mjs')
    await writeFile(file, `throw new Error('books.get has no scope. Give it one.')`)
    const { text } = await run(['--application', file, '--out', 'client'])
    expect(text).toBe(`${file} cannot be loaded: books.get has no scope. Give it one.\n`)
  })

  test('--help tells of every option', async () => {
    const { status, text } = await run(['--help'])
    expect(status).toBe(0)
    for (const option of ['--application', '--out', '--check', '--help']) expect(text).toContain(option)
  })
})
