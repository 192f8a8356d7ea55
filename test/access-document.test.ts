import { readFile } from 'node:fs/promises'
import { resources } from '@roster/api/app'
import { expect, test } from 'vitest'
import { accessDocument } from '../scripts/access-document.ts'
import { formatted } from '../scripts/sdk/format.ts'

test('docs/access.md is what `npm run docs` writes', async () => {
  const committed = await readFile(new URL('../docs/access.md', import.meta.url), 'utf8')
  const contracts = Object.values(resources).map(({ contract }) => contract)
  expect(committed).toBe(await formatted('access.md', accessDocument(contracts)))
})
