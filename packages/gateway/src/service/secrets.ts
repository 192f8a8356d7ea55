import type { Database } from '@roster/core'
import type { Naming } from '@roster/core/contract'
import { holdsSealed, type ServiceSecrets } from '@roster/core/server'
import type { Settings } from '../settings/schema.ts'
import { makeSecretFile, readSecretFile, secretFileIn } from '../settings/secret-file.ts'
import { SettingsError } from '../settings/settings.ts'
import { variable } from '../settings/variable.ts'

/**
 * Returns the secrets in the settings or, without any, the secret in the data directory. Creates nothing. Throws `SettingsError` when there is no secret, or
 * the file is incomplete.
 */
export function secretsOf(naming: Naming, settings: Settings): ServiceSecrets {
  const secrets = secretsThere(settings)
  if (secrets) return secrets
  const setting = variable(naming, 'SECRET')
  const file = secretFileIn(settings.DATA_DIR)
  throw new SettingsError([
    `${setting} is not set, and ${file} is missing, which has what the database is sealed with. Put it back, or set ${setting} to what was in it.`,
  ])
}

/**
 * Returns the secrets at a start, like `secretsOf`. If there are none and nothing in the database is sealed yet, creates one. No other process has the data
 * directory at a start.
 */
export async function secretsAtStart(
  naming: Naming,
  settings: Settings,
  { query }: Pick<Database, 'query'>,
): Promise<ServiceSecrets> {
  if (secretsThere(settings) || (await holdsSealed(query))) return secretsOf(naming, settings)
  return [fileFault(() => makeSecretFile(secretFileIn(settings.DATA_DIR)))]
}

function secretsThere({ SECRET, DATA_DIR }: Settings): ServiceSecrets | undefined {
  if (SECRET) return SECRET
  const secret = fileFault(() => readSecretFile(secretFileIn(DATA_DIR)))
  return secret && [secret]
}

/** Returns the result of `ask`. Throws its error as a `SettingsError`, since the file takes the place of a setting. */
function fileFault<Result>(ask: () => Result): Result {
  try {
    return ask()
  } catch (error) {
    throw new SettingsError([(error as Error).message])
  }
}
