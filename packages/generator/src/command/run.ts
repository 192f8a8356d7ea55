import { firstFiles } from '../package/first-files.ts'
import { packageFiles } from '../package/package-files.ts'
import { HEADER } from '../package/published-layout.ts'
import { type Arguments, argumentsOf, HELP } from './arguments.ts'
import { differences, writeFiles, writeMissing } from './folder.ts'
import { loadApplication } from './load.ts'

/** Output and exit status of the command. */
export interface Ending {
  status: 0 | 1
  text: string
}

/** Runs the command with its arguments. An error gives the status 1 and its message. */
export async function run(given: readonly string[]): Promise<Ending> {
  try {
    const told = argumentsOf(given)
    return told ? await generate(told) : { status: 0, text: HELP }
  } catch (error) {
    return { status: 1, text: `${(error as Error).message}\n` }
  }
}

async function generate({ application: file, out, isCheck }: Arguments): Promise<Ending> {
  const application = await loadApplication(file)
  const files = await packageFiles(application)
  if (isCheck) return checked(out, await differences(out, files, HEADER))
  await writeFiles(out, files, HEADER)
  await writeMissing(out, firstFiles(application))
  return { status: 0, text: `Wrote ${files.size} files of ${application.package} to ${out}.\n` }
}

function checked(out: string, found: readonly string[]): Ending {
  if (found.length === 0) return { status: 0, text: `${out} is what the contract says.\n` }
  const lines = found.map((one) => `${out}: ${one}\n`)
  return { status: 1, text: `${lines.join('')}Run roster-generate without --check.\n` }
}
