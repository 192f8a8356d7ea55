import { errors } from './errors.ts'
import { resources } from '@roster/api'
import { type Application, clientFiles, finished } from '@roster/generator'
import { LAYOUT } from './layout.ts'
import { mockFiles } from './mock-files.ts'

/** Folders that hold nothing else than what follows from a contract. */
export const GENERATED_FOLDERS = ['resources/', 'testing/contract/', 'testing/protocol/']

const ROSTER: Application = {
  name: 'Roster',
  contracts: Object.values(resources).map(({ contract }) => contract),
  errors,
}

/** The files of packages/sdk that follow from the contract, by their path in its sources. */
export async function sdkFiles(): Promise<Map<string, string>> {
  const mock = await finished(mockFiles(ROSTER.contracts), LAYOUT)
  return new Map([...(await clientFiles(ROSTER, LAYOUT)), ...mock])
}
