import type { OAuthArtifacts } from '@roster/core/server'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { errors } from './library-errors.ts'

/** Seconds that a device waits between two polls. The interval stays below the quota of ten token requests a minute. */
const INTERVAL = 7

/** Seconds that a device must wait longer after it polled too soon (RFC 8628, section 3.5). */
const PENALTY = 5

/** Throws `slow_down` when a device asks for its token too soon. */
export async function requirePatience(artifacts: OAuthArtifacts, deviceCode: string): Promise<void> {
  if (await artifacts.pollsTooSoon('DeviceCode', deviceCode, INTERVAL, PENALTY)) throw new errors.SlowDown()
}

/** Adds the polling interval to the response to a device (RFC 8628, section 3.2); the library omits it. */
export async function tellInterval(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.oidc?.route === 'device_authorization' && ctx.status === 200)
    Object.assign(ctx.body as object, { interval: INTERVAL })
}
