import type { Naming } from '@roster/core/contract'
import type { SettingName } from './schema.ts'

/** Settings whose variables have no prefix, in every service. */
const SHARED: ReadonlySet<SettingName> = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_REPLICA_LAG',
  'REDIS_URL',
  'LOG_LEVEL',
])

/** Returns the environment variable of a setting of a service: `LIBRARY_PUBLIC_URL`, but `PORT`. */
export const variable = ({ prefix }: Naming, name: SettingName): string => (SHARED.has(name) ? name : prefix + name)
