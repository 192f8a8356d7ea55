import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { GENERATED_FOLDERS, sdkFiles } from '../../scripts/sdk/files.ts'

const SOURCES = new URL('../../packages/sdk/src/', import.meta.url)

test('the client has what the contract has: `npm run generate:sdk` changes nothing', async () => {
  const files = await sdkFiles()
  const folders = GENERATED_FOLDERS.map(async (folder) =>
    (await readdir(new URL(folder, SOURCES))).map((name) => folder + name),
  )
  const paths = [...(await Promise.all(folders)).flat(), 'roster.ts']
  const committed = await Promise.all(paths.map(async (path) => [path, await readFile(new URL(path, SOURCES), 'utf8')]))
  expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(files))
})
