import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, type BuiltClient } from '../support/built-client.ts'

let built: BuiltClient
beforeAll(async () => {
  built = await buildClient()
})
afterAll(() => built.remove())

/** What examples make use of without saying where it is from. */
const SURROUNDINGS = `
declare const process: { env: Record<string, string | undefined> }
declare const roster: import('@roster/sdk').Roster
declare const user: import('@roster/sdk').User
declare const store: { save(token: string): Promise<void>; token: string }
`

const README = new URL('../../packages/sdk/README.md', import.meta.url)
const TYPES = new URL('types.test-d.ts', import.meta.url)

describe.each([
  ['5.9', 'nodenext', 'nodenext'],
  ['5.9', 'esnext', 'bundler'],
  ['7.0', 'nodenext', 'nodenext'],
  ['7.0', 'esnext', 'bundler'],
] as const)(
  'in a project with TypeScript %s, module %s and moduleResolution %s, without skipLibCheck and the types of Node.js',
  (version, module, moduleResolution) => {
    const options = { module, moduleResolution, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }

    test('the types say what they should, and every example of the README is right', { timeout: 60_000 }, async () => {
      const blocks = (await readFile(README, 'utf8')).matchAll(/^```ts\n([\s\S]*?)^```/gm)
      const examples = Array.from(blocks, ([, code], index) => [`example-${index + 1}.ts`, `${code}\nexport {}\n`])
      expect(examples.length).toBeGreaterThan(10)
      const files = { 'types.ts': await readFile(TYPES, 'utf8'), 'surroundings.d.ts': SURROUNDINGS }
      expect(await built.typeFaults(version, { ...files, ...Object.fromEntries(examples) }, options)).toBe('')
    })
  },
)
