/** Writes the parts of packages/sdk that follow from the contract: `npm run generate:sdk`. */
import { fileURLToPath } from 'node:url'
import { writeFiles } from '@roster/generator'
import { sdkFiles } from './sdk/files.ts'
import { LAYOUT } from './sdk/layout.ts'

await writeFiles(fileURLToPath(new URL('../packages/sdk/src', import.meta.url)), await sdkFiles(), LAYOUT.header)
