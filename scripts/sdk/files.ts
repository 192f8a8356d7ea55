import { errors } from './errors.ts'
import { resources } from '@roster/api'
import { type Application, clientFiles, finished } from '@roster/generator'
import { LAYOUT } from './layout.ts'
import { mockFiles } from './mock-files.ts'

/** Folders with generated files only. */
export const GENERATED_FOLDERS = ['resources/', 'testing/contract/', 'testing/protocol/']

const ROSTER: Application = {
  name: 'Roster',
  contracts: Object.values(resources).map(({ contract }) => contract),
  errors,
}

/** Returns the generated files of packages/sdk, by their path in its sources. */
export async function sdkFiles(): Promise<Map<string, string>> {
  const mock = await finished(mockFiles(ROSTER.contracts), LAYOUT)
  return new Map([...(await clientFiles(ROSTER, LAYOUT)), ...mock])
}
