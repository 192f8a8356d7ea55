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
  const malformed = malformedIn(given)
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !malformed.includes(name as Name)))
  const { arguments: asked, faults } = readArguments(words)
  const settings = { ...schema.parse(sound), ...asked }
  const broken = rules.map((rule) => rule(settings)).filter((fault) => fault !== undefined)
  // What a rule says of a setting that is malformed is not known before it is mended.
  const known = broken.filter((fault) => !malformed.some((name) => fault.includes(name)))
  const all = [...malformed.map((name) => `${name} must be ${EXPECTED[name]}.`), ...faults, ...known]
  if (all.length > 0) throw new SettingsError(all)
  return settings
}

type Name = keyof typeof EXPECTED

/** Names of the settings that are wrong each by itself. */
function malformedIn(given: Record<string, unknown>): Name[] {
  const { error } = schema.safeParse(given)
  return [...new Set(error?.issues.map((issue) => issue.path[0] as Name))]
}

/** The variables of an environment that are named like settings and are none. */
export function unknownSettings(environment: NodeJS.ProcessEnv): UnknownName[] {
  return unknownNames(environment, Object.keys(schema.shape))
}
