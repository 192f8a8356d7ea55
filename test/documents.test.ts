import { readFile } from 'node:fs/promises'
import { resources } from '@roster/api/app'
import { expect, test } from 'vitest'
import { accessDocument } from '../scripts/access-document.ts'
import { architectureDocument } from '../scripts/architecture-document.ts'
import { formatted } from '../scripts/sdk/format.ts'

const contracts = Object.values(resources).map(({ contract }) => contract)

test.each([
  ['access.md', () => accessDocument(contracts)],
  ['architecture.md', architectureDocument],
])('docs/%s is what `npm run docs` writes', async (name, write) => {
  const committed = await readFile(new URL(`../docs/${name}`, import.meta.url), 'utf8')
  expect(committed).toBe(await formatted(name, write()))
})
