import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApplication } from './create-application.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const textOf = (path: string) => readFile(join(folder, path), 'utf8')

test('an application is written under its own name, with nothing left of that of the template', async () => {
  await createApplication([join(folder, 'lost-property')])
  const files = await readdir(join(folder, 'lost-property'), { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  expect(texts.filter((text) => /starter/i.test(text))).toEqual([])
  expect(await textOf('lost-property/package.json')).toContain('"name": "lost-property"')
  expect(await textOf('lost-property/src/application.ts')).toMatch(/name: 'LostProperty',\n.*title: 'Lost Property'/)
  expect(await textOf('lost-property/.env.example')).toContain('LOSTPROPERTY_SECRET')
  expect(await textOf('lost-property/.gitattributes')).toBe('* text=auto eol=lf\n')
  expect(await textOf('lost-property/.gitignore')).toContain('.lostproperty/')
  expect(paths.filter((path) => path.includes('/client/'))).toEqual([])
})

test('it says what to do next', async () => {
  const told = await createApplication([join(folder, 'my-api')])
  expect(told).toMatch(/^Wrote my-api to .*\n\n {2}cd .*my-api\n {2}npm install\n {2}npm start\n/)
})

test('a folder that has nothing but a repository, and what the Finder leaves there, will do', async () => {
  await mkdir(join(folder, 'my-api/.git'), { recursive: true })
  await writeFile(join(folder, 'my-api/.DS_Store'), '')
  await createApplication([join(folder, 'my-api')])
  expect(await textOf('my-api/README.md')).toContain('# My Api')
})

test('nothing is written over', async () => {
  await mkdir(join(folder, 'my-api'))
  await writeFile(join(folder, 'my-api/notes.txt'), 'Keep me')
  await expect(createApplication([join(folder, 'my-api')])).rejects.toThrow(
    /has something in it already, such as notes\.txt\. Choose a folder that is empty or new\.$/,
  )
  expect(await readdir(join(folder, 'my-api'))).toEqual(['notes.txt'])
})

test('a file is no place for an application', async () => {
  await writeFile(join(folder, 'my-api'), 'Keep me')
  await expect(createApplication([join(folder, 'my-api')])).rejects.toThrow(
    /my-api is no folder\. Choose another name\.$/,
  )
  expect(await textOf('my-api')).toBe('Keep me')
})

test.each([
  [['My API'], '"My API" cannot be the name of an application: use up to 40 lower-case letters, digits and hyphens'],
  [['2nd-try'], '"2nd-try" cannot be the name of an application'],
  [['a--b'], '"a--b" cannot be the name of an application'],
  [['x'.repeat(41)], 'use up to 40'],
  [['page'], 'its client has something else called Page.'],
  [['session'], 'its client has something else called Session.'],
  [['api-key'], 'its client has something else called ApiKey.'],
  [['error-code'], 'its client has something else called ErrorCode.'],
  [['export'], 'its client has something else called Export.'],
  [['conflict-error'], 'its client has something else called ConflictError. Choose another one.'],
  [['errors'], 'its client has something else called Errors.'],
  [['index'], 'its client has something else called Index.'],
  [['sessions-resource'], 'its client has something else called SessionsResource. Choose another one.'],
  [['support-tickets-list-query'], 'its client has something else called SupportTicketsListQuery. Choose another one.'],
  [['class'], '"class" cannot be the name of an application: class is a word of TypeScript. Choose another one.'],
  [['--help'], 'Say one name and nothing else, as in npm create @roster my-api.'],
  [['my-api', 'yours'], 'Say one name and nothing else'],
  [
    ['@acme/my-api'],
    'An application is created without a scope: say my-api, and put @acme/ before the name in its package.json.',
  ],
])('%j is refused in one sentence', async (given, says) => {
  await expect(createApplication(given)).rejects.toThrow(says)
  expect(await readdir(folder)).toEqual([])
})
