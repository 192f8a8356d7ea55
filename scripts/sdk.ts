/** Writes the code that is generated from contracts, in packages/sdk, packages/create/template and examples/library: `npm run generate:sdk`. */
import { fileURLToPath } from 'node:url'
import { writeFiles } from '@roster/generator'
import { run } from '../packages/generator/src/command/run.ts'
import { sdkFiles } from './sdk/files.ts'
import { LAYOUT } from './sdk/layout.ts'

const fileAt = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const APPLICATIONS = [
  { application: 'packages/create/template/src/application.ts', out: 'packages/create/template/client' },
  { application: 'examples/library/application.ts', out: 'examples/library/client' },
]

await writeFiles(fileAt('packages/sdk/src'), await sdkFiles(), LAYOUT.header)
for (const { application, out } of APPLICATIONS) {
  const { status, text } = await run(['--application', fileAt(application), '--out', fileAt(out)])
  process.stdout.write(text)
  if (status !== 0) process.exitCode = status
}
