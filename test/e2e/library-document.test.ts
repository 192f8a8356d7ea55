import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { application } from '@roster/examples/library'
import { servedOf } from '@roster/gateway'
import { buildDocument, yamlOf } from '@roster/gateway/openapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../support/live.ts'

const RULES = fileURLToPath(new URL('../../.spectral.yaml', import.meta.url))

/** The rules of the repository, for a document in another place: `/ws` answers with 101, and tickets are in the query, as in Roster's. */
const ruleset = `extends: ['${RULES}']
overrides:
  - files: ['openapi.yaml#/components/securitySchemes/ticket']
    rules:
      owasp:api2:2023-no-api-keys-in-url: off
  - files: ['openapi.yaml#/paths/~1ws/get/responses']
    rules:
      operation-success-response: off
      owasp:api8:2023-define-cors-origin: off
`

let folder: string
let document: string
beforeAll(async () => {
  // Rules that are packages are found from within the repository alone.
  folder = await mkdtemp(fileURLToPath(new URL('library-document-', import.meta.url)))
  document = join(folder, 'openapi.yaml')
  const { access, naming } = application
  const built = await buildDocument({ ...servedOf(application), access, naming, baseUrl: 'http://localhost:3000' })
  await writeFile(document, await yamlOf(built))
  await writeFile(join(folder, '.spectral.yaml'), ruleset)
})
afterAll(() => rm(folder, { recursive: true }))

const judge = (program: string, ...args: string[]) =>
  run([process.execPath, 'scripts/run.cjs', `node_modules/${program}`, 'lint', document, ...args])

test('Spectral finds nothing in the document of the library', async () => {
  const rules = ['--ruleset', join(folder, '.spectral.yaml'), '--fail-severity', 'hint']
  const { code, output } = await judge('@stoplight/spectral-cli/dist/index.js', ...rules)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('No results') })
})

test('Redocly finds nothing in the document of the library', async () => {
  const { code, errors } = await judge('@redocly/cli/bin/cli.js', '--config', 'redocly.yaml')
  expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining('Your API description is valid') })
})
