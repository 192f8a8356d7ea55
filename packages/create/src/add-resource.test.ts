import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '@roster/test/live'
import { expect, onTestFinished, test } from 'vitest'
import { createApplication } from './application/create-application.ts'

const COMMAND = fileURLToPath(new URL('add-resource.ts', import.meta.url))

test('what was added is told, also where the client is not written after it', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'add-resource-command-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, 'my-api')
  await createApplication([folder])
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { generate: 'node -e "process.exit(3)"' } }))
  expect(await run([process.execPath, COMMAND, 'invoices'], {}, folder)).toEqual({
    code: 1,
    output:
      'Invoices are in src/invoices, in a migration, and as one line in src/application.ts. The client has them as invoices. One of them is called invoice.\n',
    errors: 'The resource was added, but its client was not written. Run npm run generate.\n',
  })
})
