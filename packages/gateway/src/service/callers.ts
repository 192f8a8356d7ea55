import { agentHintsOf, isScope, type TokenCredential } from '@roster/core/contract'
import {
  authenticateApiKey,
  authenticateSession,
  createSigner,
  type DenyList,
  hasLostAccess,
  signingKeys,
  spendProof,
} from '@roster/core/server'
import type { JWTVerifyGetKey } from 'jose'
import { type AccessTokenOptions, accessTokens } from '../auth/access-tokens.ts'
import { apiKeyInBasic, apiKeyInHeader } from '../auth/api-key.ts'
import { certificateReader } from '../auth/certificate.ts'
import { issuerKeys } from '../auth/issuer-keys.ts'
import { deviceCookies } from '../auth/device-cookie.ts'
import { localKeys } from '../auth/local-keys.ts'
import { tokenThrottle, unlimitedAttempts, userCodeThrottle } from '../authorization-server/attempts.ts'
import { freshKeys } from '../authorization-server/fresh-keys.ts'
import { apiKeyInQuery } from '../auth/query-key.ts'
import { sessionInCookie } from '../auth/session.ts'
import { signInThrottle } from '../auth/sign-in-throttle.ts'
import { MCP_PATH } from '../mcp/path.ts'
import { performersOf } from '../operations/performers.ts'
import type { GatewayOptions } from '../server/options.ts'
import { authorizationServer } from './authorization-server.ts'
import { type Runtime, sourceOf, storesOf } from './runtime.ts'

type IsDenied = AccessTokenOptions['isDenied']

/** Who may call, and how they prove it. */
export type Callers = Pick<GatewayOptions, 'mechanisms' | 'provider' | 'issuer' | 'throttle' | 'agents'>

/** How access tokens are taken, where it is not as usual. */
export type AdjustTokens = (usual: AccessTokenOptions) => AccessTokenOptions

/** Takes API keys, sessions, and the tokens of the built-in authorization server or of the one in the setting `ISSUER`. */
export function callersOf(
  runtime: Runtime,
  denyList: Pick<DenyList, 'includes'>,
  adjust: AdjustTokens = (usual) => usual,
): Callers {
  const { application, database, settings, baseUrl, now, secrets } = runtime
  const { access } = application
  const { ISSUER: issuer, AUDIENCE: audience = baseUrl } = settings
  const certificateOf = certificateReader({
    trusted: settings.TRUST_PROXY,
    withCertificates: settings.TRUST_CLIENT_CERT,
  })
  const ownKeys = freshKeys(signingKeys(database, secrets, now))
  const attempts = attemptsOf(runtime)

  const tokensOf = (from: string, keys: JWTVerifyGetKey, isDenied: IsDenied) => (resource: TokenResource) =>
    accessTokens(
      adjust({
        access,
        issuer: from,
        keys,
        isDenied,
        certificateOf,
        spendProof: (id, expires) => spendProof(database, id, expires),
        baseUrl,
        now,
        ...resource,
      }),
    )
  const isListed = ({ credential }: { credential: TokenCredential }) => denyList.includes(credential)
  const isOut: IsDenied = (principal) => isListed(principal) || hasLostAccess({ database, access }, principal)
  const tokens =
    issuer === undefined
      ? tokensOf(baseUrl, localKeys(ownKeys.published), isListed)
      : tokensOf(issuer, issuerKeys(issuer), isOut)
  const provider = () => authorizationServer(runtime, { attempts, keys: ownKeys, audience, certificateOf })
  return {
    mechanisms: [...tokens({ audience }), ...secretsOf(runtime)],
    ...(settings.MCP === 'on' && { agents: { mechanisms: [...tokens(agentsOf(runtime)), ...apiKeysOf(runtime)] } }),
    ...(issuer === undefined ? { provider: provider() } : { issuer }),
    throttle: attempts.signIn,
  }
}

/** Whom a token must be for, and what of the service that is. */
type TokenResource = Pick<AccessTokenOptions, 'audience' | 'resourcePath' | 'scope'>

/** Agents have tokens of their own, which serve for nothing else. Who has none is told to ask for what reads. */
function agentsOf({ application, baseUrl }: Runtime): TokenResource {
  const reads = performersOf(application.router).flatMap(({ operation }) =>
    operation.agent && agentHintsOf(operation).readOnly && isScope(operation.scope) ? [operation.scope] : [],
  )
  return { audience: baseUrl + MCP_PATH, resourcePath: MCP_PATH, scope: [...new Set(reads)].join(' ') }
}

function secretsOf(runtime: Runtime) {
  const { settings, now } = runtime
  const source = sourceOf(runtime)
  const findSession = (token: string) => authenticateSession(source, token, now())
  return [
    ...apiKeysOf(runtime),
    apiKeyInQuery(findApiKeyOf(runtime), settings.API_KEY_IN_QUERY === 'on'),
    sessionInCookie(findSession, runtime),
  ]
}

const apiKeysOf = (runtime: Runtime) => [apiKeyInHeader(findApiKeyOf(runtime)), apiKeyInBasic(findApiKeyOf(runtime))]

function findApiKeyOf(runtime: Runtime) {
  const source = sourceOf(runtime)
  return (secret: string) => authenticateApiKey(source, secret, runtime.now())
}

function attemptsOf(runtime: Runtime) {
  const { settings, secrets } = runtime
  if (settings.AUTH_THROTTLE === 'off') return unlimitedAttempts
  const storeOf = storesOf(runtime)
  const devices = deviceCookies(createSigner(secrets, 'device-cookie'), runtime)
  return {
    signIn: signInThrottle(storeOf, devices),
    userCode: userCodeThrottle(storeOf),
    token: tokenThrottle(storeOf),
  }
}
