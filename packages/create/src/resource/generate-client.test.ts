import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Refusal } from '../ending.ts'
import { generateClient } from './generate-client.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-client-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes an application whose script `generate` is this code. */
const applicationWith = (code: string) =>
  writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { generate: `node -e "${code}"` } }))

test('the client is written by the script of the application, in its folder', async () => {
  await applicationWith(`fs.writeFileSync('client', 'written')`)
  await generateClient(folder)
  expect(await readFile(join(folder, 'client'), 'utf8')).toBe('written')
})

test('a client that is not written is told, with what to do', async () => {
  await applicationWith('process.exit(3)')
  await expect(generateClient(folder)).rejects.toThrow(
    new Refusal('The resource was added, but its client was not written. Run npm run generate.'),
  )
})
