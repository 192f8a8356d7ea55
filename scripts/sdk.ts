/** Writes the parts of packages/sdk that follow from the contract: `npm run generate:sdk`. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { resources } from '@roster/api/app'
import { sdkFiles } from './sdk/files.ts'

const SOURCES = new URL('../packages/sdk/src/', import.meta.url)

const files = await sdkFiles(Object.values(resources).map(({ contract }) => contract))
await rm(new URL('resources/', SOURCES), { recursive: true, force: true })
await mkdir(new URL('resources/', SOURCES))
for (const [path, text] of files) await writeFile(new URL(path, SOURCES), text)
