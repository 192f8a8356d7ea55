import type { ServiceSecrets } from '@roster/core/server'
import { developmentSecret } from '../settings/development-secret.ts'
import type { Settings } from '../settings/schema.ts'

/** What the settings say that a service seals and signs with; where they say nothing, what is in its data directory, made when it is missing. */
export const secretsOf = ({ SECRET, DATA_DIR }: Settings): ServiceSecrets => SECRET ?? [developmentSecret(DATA_DIR)]
