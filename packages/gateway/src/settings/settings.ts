import { readArguments } from './arguments.ts'
import { rules } from './rules.ts'
import { EXPECTED, schema, type Settings } from './schema.ts'
import { type UnknownName, unknownNames } from './unknown-names.ts'

/** Settings that cannot be used. The message lists each of them, without its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'

  constructor(faults: string[]) {
    super(['These settings cannot be used:', ...faults.map((fault) => `  ${fault}`)].join('\n'))
  }
}

/**
 * Reads and checks the settings of an environment and a command line. Throws `SettingsError`. An empty variable counts as absent.
 */
export function readSettings(environment: NodeJS.ProcessEnv, words: readonly string[] = []): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  const { arguments: asked, faults } = readArguments(words)
  if (!result.success) {
    const names = new Set(result.error.issues.map((issue) => issue.path[0] as keyof typeof EXPECTED))
    throw new SettingsError([...Array.from(names, (name) => `${name} must be ${EXPECTED[name]}.`), ...faults])
  }
  const settings = { ...result.data, ...asked }
  faults.push(...rules.map((rule) => rule(settings)).filter((fault) => fault !== undefined))
  if (faults.length > 0) throw new SettingsError(faults)
  return settings
}

/** The variables of an environment that are named like settings and are none. */
export function unknownSettings(environment: NodeJS.ProcessEnv): UnknownName[] {
  return unknownNames(environment, Object.keys(schema.shape))
}
