import { type DenyList, type Messages, servicesOf } from '@roster/core/server'
import { allowedOrigins } from '../http/cors.ts'
import { unlimited } from '../http/rate-limit.ts'
import { limiterIn } from '../http/rate-limit-stores.ts'
import type { RealtimeOptions } from '../connections/connections.ts'
import type { GatewayOptions } from '../server/options.ts'
import { tlsOptions } from '../server/tls.ts'
import type { Settings } from '../settings/schema.ts'
import type { Destinations } from '../webhooks/destinations.ts'
import { callersOf } from './callers.ts'
import { liveEventsTexts } from './live-events/texts.ts'
import { realtimeOf } from './realtime.ts'
import { type Runtime, storesOf } from './runtime.ts'
import { servedOf } from './served.ts'
import type { AdjustTokens } from './token-mechanisms.ts'

/** Background parts that requests use. The code that starts them stops them. */
export interface Live {
  feed: RealtimeOptions['feed']
  messages: Messages
  /** Access tokens that were ended. */
  denyList: Pick<DenyList, 'includes'>
  /** Where webhooks may go. */
  destinations: Destinations
}

/** Deviations of a composition from its settings. */
export interface Adjustments {
  tokens?: AdjustTokens
}

/** Returns the gateway options of an application. Starts nothing. */
export function composeService(
  runtime: Runtime,
  live: Live,
  { tokens }: Adjustments = {},
): GatewayOptions & Required<Pick<GatewayOptions, 'realtime'>> {
  const { application, settings, logger, database, secrets, now, naming, baseUrl } = runtime
  const { access } = application
  const served = servedOf(application)
  const isProduction = settings.NODE_ENV === 'production'
  return {
    ...served,
    texts: liveEventsTexts({ naming, baseUrl }, served.resources),
    ...callersOf(runtime, live, tokens),
    services: servicesOf(database, {
      naming,
      access,
      secrets,
      now,
      refusal: (url) => live.destinations.refusal(url),
      limits: settings.LIMITS,
    }),
    realtime: realtimeOf(runtime, live),
    baseUrl,
    tls: tlsOf(settings),
    ...(settings.TRUST_PROXY !== undefined && { trustProxy: settings.TRUST_PROXY }),
    httpsOnly: isProduction,
    limiter: settings.RATE_LIMIT === 'off' ? unlimited : limiterIn(storesOf(runtime), settings.RATE_LIMIT),
    allowsOrigin: allowedOrigins(settings.CORS_ORIGINS, !isProduction),
    logger,
  }
}

/** Returns the TLS options from the files in the settings; undefined when the settings name none. */
export function tlsOf({ TLS_CERT: certificate, TLS_KEY: key, TLS_CLIENT_CA: clients }: Settings) {
  return certificate && key ? tlsOptions(certificate, key, clients) : undefined
}
