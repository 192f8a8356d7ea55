import { parseArgs } from 'node:util'

/** The arguments of the command. */
export interface Arguments {
  application: string
  out: string
  isCheck: boolean
}

export const HELP = `Writes the TypeScript client of an application, and the tables of its mock, from its contract.

  roster-generate --application ./src/application.ts --out ./client

  --application FILE   the module whose export \`application\` has the name and the resources
  --out FOLDER         where the package of the client is, or is to be
  --check              writes nothing, and ends with 1 where a file differs from what would be written
  --help               says this
`

/** Parses the arguments of the command. Returns undefined for `--help`. Throws an error that says what is wrong with the arguments. */
export function argumentsOf(given: readonly string[]): Arguments | undefined {
  const { application, out, check = false, help } = parsed(given)
  if (help) return undefined
  return { application: required('--application', application), out: required('--out', out), isCheck: check }
}

function parsed(given: readonly string[]) {
  const options = {
    application: { type: 'string' },
    out: { type: 'string' },
    check: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  try {
    return parseArgs({ args: [...given], options }).values
  } catch (error) {
    throw new Error(`${(error as Error).message.split('. ')[0]}. See roster-generate --help.`, { cause: error })
  }
}

function required(name: string, value: string | undefined): string {
  if (value) return value
  throw new Error(`${name} is missing. See roster-generate --help.`)
}
