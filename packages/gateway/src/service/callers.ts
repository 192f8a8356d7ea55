import { createSigner, credentialsOf, type DenyList, signingKeys } from '@roster/core/server'
import { certificateReader } from '../auth/certificate.ts'
import { deviceCookies } from '../auth/device-cookie.ts'
import { localKeys } from '../auth/local-keys.ts'
import { signInThrottle } from '../auth/sign-in-throttle.ts'
import { tokenThrottle, unlimitedAttempts, userCodeThrottle } from '../authorization-server/attempts.ts'
import { documentReader } from '../authorization-server/client-documents.ts'
import { freshKeys } from '../authorization-server/fresh-keys.ts'
import { isOfThisMachine } from '../http/page-origin.ts'
import type { GatewayOptions } from '../server/options.ts'
import { openGuardedAgent } from '../webhooks/agent.ts'
import { Destinations } from '../webhooks/destinations.ts'
import { agentCallers, agentResource } from './agent-callers.ts'
import { authorizationServer } from './authorization-server.ts'
import { type Runtime, storesOf } from './runtime.ts'
import { secretMechanisms } from './secret-mechanisms.ts'
import { type AdjustTokens, tokenMechanisms } from './token-mechanisms.ts'

/** The gateway options that decide who may call, and with which credentials. */
export type Callers = Pick<GatewayOptions, 'mechanisms' | 'provider' | 'issuer' | 'throttle' | 'agents'>

/** Background parts that decide who may call. */
interface Around {
  /** Access tokens that were ended. */
  denyList: Pick<DenyList, 'includes'>
}

/** Returns options that accept API keys, sessions, and the tokens of the built-in authorization server or of the one in the setting `ISSUER`. */
export function callersOf(runtime: Runtime, { denyList }: Around, adjust: AdjustTokens = (usual) => usual): Callers {
  const { settings, database, secrets, now, baseUrl } = runtime
  const { ISSUER: issuer, AUDIENCE: audience = baseUrl, TRUST_PROXY, TRUST_CLIENT_CERT } = settings
  const certificateOf = certificateReader({ trusted: TRUST_PROXY, withCertificates: TRUST_CLIENT_CERT })
  const keys = freshKeys(signingKeys(database, secrets, now))
  const tokens = tokenMechanisms(runtime, { denyList, ownKeys: localKeys(keys.published), certificateOf, adjust })
  const attempts = attemptsOf(runtime)
  const agents = settings.MCP === 'on' ? agentResource(runtime) : undefined
  const readDocument = documentReader(() => openGuardedAgent(placesOfDocuments(baseUrl)))
  const provided = { attempts, keys, audience, certificateOf, agents, readDocument }
  return {
    mechanisms: [...tokens({ audience }), ...secretMechanisms(runtime)],
    ...(agents && { agents: agentCallers(runtime, agents, tokens) }),
    ...(issuer === undefined ? { provider: authorizationServer(runtime, provided) } : { issuer }),
    throttle: attempts.signIn,
  }
}

/**
 * Returns the addresses that client documents may be read from. Any caller can name a document, so exceptions for webhooks do not apply. A service with a
 * loopback address also reads documents on its own machine, for developers who try both there.
 */
const placesOfDocuments = (baseUrl: string) =>
  new Destinations({ allow: isOfThisMachine(new URL(baseUrl).origin) ? ['127.0.0.0/8', '::1'] : [] })

/** Returns the limits on failed sign-ins, user codes and token requests. */
function attemptsOf(runtime: Runtime) {
  const { settings, secrets, now } = runtime
  if (settings.AUTH_THROTTLE === 'off') return unlimitedAttempts
  const storeOf = storesOf(runtime)
  const devices = deviceCookies(createSigner(secrets, 'device-cookie'), runtime, { credentialsOf, now })
  return {
    signIn: signInThrottle(storeOf, devices),
    userCode: userCodeThrottle(storeOf),
    token: tokenThrottle(storeOf),
  }
}
