import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatted, STYLE } from './format.ts'

const SETTINGS = new URL('../../../../.oxfmtrc.json', import.meta.url)

test('what is written has the format of this repository', async () => {
  expect(JSON.parse(await readFile(SETTINGS, 'utf8'))).toMatchObject(STYLE)
})

test('what is no code is refused, with what is wrong in it', async () => {
  await expect(formatted('books.ts', 'export class { }}')).rejects.toThrow(/^books\.ts: .+\nexport class/)
})
