import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, type BuiltClient } from '../support/built-client.ts'
import { blocksOf } from '../support/pages.ts'

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
declare module '@opentelemetry/api' {
  export const trace: { getTracer(name: string): import('@roster/sdk').Tracer }
}
declare const store: { save(token: string): Promise<void>; token: string }
`

/** Pages whose examples use the client. */
const PAGES = [
  'packages/sdk/README.md',
  'packages/sdk/docs/events.md',
  'packages/sdk/docs/testing.md',
  'docs/start.md',
  'docs/events.md',
  'docs/webhooks.md',
  'docs/testing.md',
  'docs/telemetry.md',
]
/** Examples that need more than the packed client: `your-own-api.test.ts` compiles those that are whole files. */
const IS_OF_ANOTHER = /'@roster\/(?:api|gateway)'|\/client\/src\//
const EXAMPLES = PAGES.flatMap(blocksOf).filter(({ language, text }) => language === 'ts' && !IS_OF_ANOTHER.test(text))
const TYPES = new URL('types.test-d.ts', import.meta.url)

describe.each([
  ['5.9', 'nodenext', 'nodenext'],
  ['5.9', 'esnext', 'bundler'],
  ['7.0', 'nodenext', 'nodenext'],
  ['7.0', 'esnext', 'bundler'],
] as const)(
  'in a project with TypeScript %s, module %s and moduleResolution %s, without skipLibCheck and the types of Node.js',
  (version, module, moduleResolution) => {
    const strict = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true }
    const options = { module, moduleResolution, declaration: true, ...strict }

    test('the types say what they should, and every example of the pages is right', async () => {
      const examples = EXAMPLES.map(({ text }, index) => [`example-${index + 1}.ts`, `${text}\nexport {}\n`])
      expect(examples.length).toBeGreaterThan(20)
      const files = { 'types.ts': await readFile(TYPES, 'utf8'), 'surroundings.d.ts': SURROUNDINGS }
      expect(await built.typeFaults(version, { ...files, ...Object.fromEntries(examples) }, options)).toBe('')
    })
  },
)
