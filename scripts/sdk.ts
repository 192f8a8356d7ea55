/** Writes the parts of packages/sdk that follow from the contract: `npm run generate:sdk`. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { GENERATED_FOLDERS, sdkFiles } from './sdk/files.ts'

const SOURCES = new URL('../packages/sdk/src/', import.meta.url)

const files = await sdkFiles()
for (const folder of GENERATED_FOLDERS) {
  await rm(new URL(folder, SOURCES), { recursive: true, force: true })
  await mkdir(new URL(folder, SOURCES), { recursive: true })
}
for (const [path, text] of files) await writeFile(new URL(path, SOURCES), text)
