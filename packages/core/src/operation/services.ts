import { randomBytes } from 'node:crypto'
import type { Access } from '../contract/access.ts'
import type { Naming } from '../contract/naming.ts'
import type { Context, WebhookServices } from './context.ts'
import type { Database } from '../data/database.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { createSealer } from '../crypto/sealer.ts'
import type { ServiceSecrets } from '../crypto/service-secrets.ts'
import { createSigner } from '../crypto/signer.ts'

/** What operations work with on this database, whoever calls. */
export type Services = Pick<
  Context,
  'database' | 'now' | 'signer' | 'sealer' | 'webhooks' | 'limits' | 'access' | 'naming'
>

/** What the services of operations are made from. */
export interface ServiceOptions {
  /** What the application is called. */
  naming: Naming
  /** Who may do what. */
  access: Access
  /**
   * What cursors are signed and kept answers are sealed with, the same in all processes of a service. Default: random ones, so that cursors
   * and kept answers end with this process.
   */
  secrets?: ServiceSecrets
  /** The time, in milliseconds since the epoch. Default: the clock's. */
  now?: () => number
  /** What is wrong with an address as the target of webhooks. Default: every one is refused, because nothing is delivered. */
  refusal?: WebhookServices['refusal']
  /** How much one maker may have. Default: `DEFAULT_LIMITS`. */
  limits?: Limits
}

const NO_DELIVERY = 'must not be given: nothing is delivered here'

/** What a gateway hands to the operations it serves. */
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
