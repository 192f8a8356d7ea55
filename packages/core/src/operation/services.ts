import { randomBytes } from 'node:crypto'
import type { Access } from '../contract/access.ts'
import type { Naming } from '../contract/naming.ts'
import type { Context, WebhookServices } from './context.ts'
import type { Database } from '../data/database.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { createSealer } from '../crypto/sealer.ts'
import type { ServiceSecrets } from '../crypto/service-secrets.ts'
import { createSigner } from '../crypto/signer.ts'

/** The services of operations on a database, for every caller. */
export type Services = Pick<
  Context,
  'database' | 'now' | 'signer' | 'sealer' | 'webhooks' | 'limits' | 'access' | 'naming'
>

/** Options of the services of operations. */
export interface ServiceOptions {
  /** Names of the application. */
  naming: Naming
  /** Access rules of the application. */
  access: Access
  /**
   * Secrets that sign cursors and seal kept responses, equal in all processes of a service. Default: random ones, so that cursors and kept responses end with
   * this process.
   */
  secrets?: ServiceSecrets
  /** Returns the time, in milliseconds since the epoch. Default: that of the machine. */
  now?: () => number
  /** Returns what is wrong with an address as the target of webhooks. Default: refuses every address, because nothing is delivered. */
  refusal?: WebhookServices['refusal']
  /** Limits of one maker. Default: `DEFAULT_LIMITS`. */
  limits?: Limits
}

const NO_DELIVERY = 'must not be given: nothing is delivered here'

/** Returns the services that a gateway gives to the operations it serves. */
export function servicesOf(
  database: Database,
  {
    naming,
    access,
    secrets = [randomBytes(32)],
    now = Date.now,
    refusal = async () => NO_DELIVERY,
    limits = DEFAULT_LIMITS,
  }: ServiceOptions,
): Services {
  return {
    database,
    now,
    signer: createSigner(secrets, 'cursor'),
    sealer: createSealer(secrets, 'answer'),
    webhooks: { sealer: createSealer(secrets, 'webhook'), refusal },
    limits,
    access,
    naming,
  }
}
