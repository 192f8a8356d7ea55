/** Writes what follows from contracts: parts of packages/sdk, and the client of the template in packages/create: `npm run generate:sdk`. */
import { fileURLToPath } from 'node:url'
import { writeFiles } from '@roster/generator'
import { run } from '../packages/generator/src/command/run.ts'
import { sdkFiles } from './sdk/files.ts'
import { LAYOUT } from './sdk/layout.ts'

const fileAt = (path: string) => fileURLToPath(new URL(`../packages/${path}`, import.meta.url))

await writeFiles(fileAt('sdk/src'), await sdkFiles(), LAYOUT.header)
const template = [
  '--application',
  fileAt('create/template/src/application.ts'),
  '--out',
  fileAt('create/template/client'),
]
const { status, text } = await run(template)
process.stdout.write(text)
process.exitCode = status
