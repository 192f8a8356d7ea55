import { parseArgs } from 'node:util'

/** The options on a command line. */
export interface Arguments {
  /** Whether to add demo records. */
  demo: boolean
}

const OPTIONS = { demo: { type: 'boolean' } } as const

/** Reads a command line. Returns a fault for each word that cannot be used. */
export function readArguments(words: readonly string[]): { arguments: Arguments; faults: string[] } {
  const { values, tokens } = parseArgs({ args: [...words], options: OPTIONS, strict: false, tokens: true })
  const unknown = tokens.filter(
    (token) => token.kind !== 'option' || !(token.name in OPTIONS) || token.value !== undefined,
  )
  return {
    arguments: { demo: values['demo'] === true },
    faults: unknown.map(({ index }) => `${words[index]} is no option of this program: there are --demo and --help.`),
  }
}
