import type { OAuthArtifacts } from '@roster/core/server'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { errors } from './library-errors.ts'

/** How many seconds a device waits between two polls. Ten requests for a token a minute are let through; this is below that. */
const INTERVAL = 7

/** How many seconds it has to wait longer after it was too quick (RFC 8628, section 3.5). */
const PENALTY = 5

/** Throws `slow_down` when a device asks for its token too soon. */
export async function requirePatience(artifacts: OAuthArtifacts, deviceCode: string): Promise<void> {
  if (await artifacts.pollsTooSoon('DeviceCode', deviceCode, INTERVAL, PENALTY)) throw new errors.SlowDown()
}

/** Tells a device how often it may ask (RFC 8628, section 3.2); the library leaves it to the default. */
export async function tellInterval(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.oidc?.route === 'device_authorization' && ctx.status === 200)
    Object.assign(ctx.body as object, { interval: INTERVAL })
}
