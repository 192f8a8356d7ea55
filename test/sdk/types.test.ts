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
declare const setupServer: (...handlers: unknown[]) => { listen(): void }
declare const store: { save(token: string): Promise<void>; token: string }
`

const README = new URL('../../packages/sdk/README.md', import.meta.url)
const TYPES = new URL('types.test-d.ts', import.meta.url)

describe.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])(
  'in a project with module %s and moduleResolution %s, without skipLibCheck and the types of Node.js',
  (module, moduleResolution) => {
    const options = { module, moduleResolution, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true }

    test('the types say what they should', async () => {
      expect(await built.typeFaults({ 'app.ts': await readFile(TYPES, 'utf8') }, options)).toBe('')
    })

    test('every example of the README is right', async () => {
      const blocks = (await readFile(README, 'utf8')).matchAll(/^```ts\n([\s\S]*?)^```/gm)
      const files = Array.from(blocks, ([, code], index) => [`example-${index + 1}.ts`, `${code}\nexport {}\n`])
      expect(files.length).toBeGreaterThan(10)
      expect(await built.typeFaults({ 'surroundings.d.ts': SURROUNDINGS, ...Object.fromEntries(files) }, options)).toBe(
        '',
      )
    })
  },
)
