import type { TokenCredential } from '@roster/core/contract'
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
import { documentReader } from '../authorization-server/client-documents.ts'
import type { AgentResource } from '../authorization-server/options.ts'
import { tokenThrottle, unlimitedAttempts, userCodeThrottle } from '../authorization-server/attempts.ts'
import { freshKeys } from '../authorization-server/fresh-keys.ts'
import { apiKeyInQuery } from '../auth/query-key.ts'
import { sessionInCookie } from '../auth/session.ts'
import { signInThrottle } from '../auth/sign-in-throttle.ts'
import { agentScopesOf } from '../mcp/agent-scopes.ts'
import { MCP_PATH } from '../mcp/path.ts'
import { performersOf } from '../operations/performers.ts'
import type { GatewayOptions } from '../server/options.ts'
import { openGuardedAgent } from '../webhooks/agent.ts'
import type { Destinations } from '../webhooks/destinations.ts'
import { authorizationServer } from './authorization-server.ts'
import { type Runtime, sourceOf, storesOf } from './runtime.ts'

type IsDenied = AccessTokenOptions['isDenied']

/** Who may call, and how they prove it. */
export type Callers = Pick<GatewayOptions, 'mechanisms' | 'provider' | 'issuer' | 'throttle' | 'agents'>

/** What goes on beside requests, as far as it decides who may call. */
interface Around {
  /** Access tokens that were ended. */
  denyList: Pick<DenyList, 'includes'>
  /** Where this service may connect to on behalf of strangers. */
  destinations: Destinations
}

/** How access tokens are taken, where it is not as usual. */
export type AdjustTokens = (usual: AccessTokenOptions) => AccessTokenOptions

/** Takes API keys, sessions, and the tokens of the built-in authorization server or of the one in the setting `ISSUER`. */
export function callersOf(
  runtime: Runtime,
  { denyList, destinations }: Around,
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
  const agents = settings.MCP === 'on' ? agentResource(runtime) : undefined
  const readDocument = documentReader(() => openGuardedAgent(destinations))
  const provider = () =>
    authorizationServer(runtime, { attempts, keys: ownKeys, audience, certificateOf, agents, readDocument })
  return {
    mechanisms: [...tokens({ audience }), ...secretsOf(runtime)],
    ...(agents && {
      agents: {
        mechanisms: [...tokens(tokensOfAgents(agents)), ...apiKeysOf(runtime)],
        signer: createSigner(secrets, 'agent-question'),
      },
    }),
    ...(issuer === undefined ? { provider: provider() } : { issuer }),
    throttle: attempts.signIn,
  }
}

/** Whom a token must be for, and what of the service that is. */
type TokenResource = Pick<AccessTokenOptions, 'audience' | 'resourcePath' | 'scope' | 'isOfAgents'>

/** What agents get tokens for. */
function agentResource({ application, baseUrl }: Runtime): AgentResource {
  return { address: baseUrl + MCP_PATH, scopes: agentScopesOf(performersOf(application.router)) }
}

/** Agents have tokens of their own, which serve for nothing else. Who has none is told to ask for what reads. */
const tokensOfAgents = ({ address, scopes }: AgentResource): TokenResource => ({
  audience: address,
  resourcePath: MCP_PATH,
  isOfAgents: true,
  scope: scopes.reading.join(' '),
})

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
