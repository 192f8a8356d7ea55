import { parseArgs } from 'node:util'

/** What the command line says. */
export interface Arguments {
  /** Whether to add records to look at. */
  demo: boolean
}

const OPTIONS = { demo: { type: 'boolean' } } as const

/** Reads a command line, and says of each word that cannot be used what is wrong with it. */
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
