import type { Database } from '@roster/core'
import type { Naming } from '@roster/core/contract'
import { holdsSealed, type ServiceSecrets } from '@roster/core/server'
import type { Settings } from '../settings/schema.ts'
import { makeSecretFile, readSecretFile, secretFileIn } from '../settings/secret-file.ts'
import { SettingsError } from '../settings/settings.ts'
import { variable } from '../settings/variable.ts'

/**
 * What the settings say that a service seals and signs with; where they say nothing, what is in its data directory. Makes nothing. Throws
 * `SettingsError` where there is none, or not all of it.
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

/** The same at a start, which makes the secret of a database that nothing is sealed in yet. Nobody else has the data directory then. */
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

/** What a file is asked for. What is wrong with it is told as with a setting, whose place it takes. */
function fileFault<Result>(ask: () => Result): Result {
  try {
    return ask()
  } catch (error) {
    throw new SettingsError([(error as Error).message])
  }
}
