import type { Naming } from '@roster/core/contract'
import type { z } from 'zod'
import { readArguments } from './arguments.ts'
import { rules } from './rules.ts'
import { expectedOf, schema, schemaOf, type SettingName, type Settings } from './schema.ts'
import { readTelemetry } from './telemetry.ts'
import { type UnknownName, unknownNames } from './unknown-names.ts'
import { variable } from './variable.ts'

/** Thrown for settings that cannot be used. The message lists each of them, without its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(['These settings cannot be used:', ...faults.map((fault) => `  ${fault}`)].join('\n'))
    this.faults = faults
  }
}

const NAMES = Object.keys(schema.shape) as SettingName[]

/**
 * Reads and checks the settings of a service, from its environment and command line. `naming` decides the names of variables. An empty variable counts as
 * absent. Throws `SettingsError`.
 */
export function readSettings(
  naming: Naming,
  environment: NodeJS.ProcessEnv = {},
  words: readonly string[] = [],
): Settings {
  const called = (name: SettingName) => variable(naming, name)
  // The key of a local agent is no setting of a service, and may be any credential of a script beside it.
  const { API_KEY: _, ...read } = givenIn(environment, called)
  const given = { DATA_DIR: `.${naming.slug}`, ...read }
  const expected = expectedOf(naming)
  const malformed = malformedIn(given, naming)
  const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !malformed.includes(name as SettingName)))
  const { arguments: asked, faults } = readArguments(words)
  const { telemetry, faults: unsent } = readTelemetry(environment)
  const settings = { ...schemaOf(naming).parse(sound), ...asked, unknown: unknownIn(environment, naming), telemetry }
  const broken = rules.map((rule) => rule(settings, called)).filter((fault) => fault !== undefined)
  // Faults of a rule that name a malformed setting are left out until it is mended.
  const known = broken.filter((fault) => !malformed.some((name) => fault.includes(called(name))))
  const all = [...malformed.map((name) => `${called(name)} must be ${expected[name]}.`), ...faults, ...unsent, ...known]
  if (all.length > 0) throw new SettingsError(all)
  return settings
}

/** Reads and checks only the named settings. Throws `SettingsError`. */
export function readSome<Name extends SettingName>(
  naming: Naming,
  environment: NodeJS.ProcessEnv,
  names: readonly Name[],
): Pick<z.output<typeof schema>, Name> {
  const called = (name: SettingName) => variable(naming, name)
  const isAsked = ([name]: [string, unknown]) => names.includes(name as Name)
  const asked = Object.fromEntries(Object.entries(givenIn(environment, called)).filter(isAsked))
  const given = { DATA_DIR: `.${naming.slug}`, ...asked }
  const expected = expectedOf(naming)
  const faults = malformedIn(given, naming).map((name) => `${called(name)} must be ${expected[name]}.`)
  if (faults.length > 0) throw new SettingsError(faults)
  return schemaOf(naming).parse(given)
}

/** Returns the values in an environment, by the names of settings. Empty values are left out. */
function givenIn(environment: NodeJS.ProcessEnv, called: (name: SettingName) => string): Record<string, unknown> {
  const pairs = NAMES.map((name) => [name, environment[called(name)]] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined && value !== ''))
}

/** Returns the names of the settings that are malformed. */
function malformedIn(given: Record<string, unknown>, naming: Naming): SettingName[] {
  const { error } = schemaOf(naming).safeParse(given)
  return [...new Set(error?.issues.map((issue) => issue.path[0] as SettingName))]
}

/** Returns the variables of an environment that are named like settings of a service, but are none. */
function unknownIn(environment: NodeJS.ProcessEnv, naming: Naming): UnknownName[] {
  const settings = NAMES.map((name) => variable(naming, name))
  return unknownNames(environment, naming.prefix, settings)
}
