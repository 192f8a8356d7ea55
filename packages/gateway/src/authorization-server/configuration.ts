import { OPENID_SCOPES } from '@roster/core/contract'
import { ACCESS_TOKEN_LIFETIME, CLOCK_SKEW, type SigningKey } from '@roster/core/server'
import type { Configuration } from 'oidc-provider'
import { DPOP_ALGORITHMS } from '../auth/dpop-proof.ts'
import { cookieName, isHttps } from '../naming/cookie-name.ts'
import type { Site } from '../naming/site.ts'
import { describeAccessToken } from './access-token.ts'
import { storedState } from './adapter.ts'
import { isKnown, mayRead } from './client-authentication.ts'
import { distinguishedNameOf, isSameName } from './distinguished-name.ts'
import { devicePages } from './device-pages.ts'
import { documentedClients, outgoingFetch } from './documented-clients.ts'
import { CLAIMS, findHolder, type UserHolder } from './holder.ts'
import type { ProviderOptions } from './options.ts'
import { policy } from './policy.ts'
import { replaceRefreshTokens } from './refresh.ts'
import { resourceIndicators } from './resources.ts'
import { holdable, scopesIn } from './scopes.ts'
import { sessionLifetime } from './sign-in-lifetime.ts'
import { signOutPages } from './sign-out-pages.ts'
import { showError } from './errors.ts'

const DAY = 24 * 60 * 60

/** Lifetimes of artifacts, in seconds. */
const LIFETIMES = {
  AccessToken: ACCESS_TOKEN_LIFETIME,
  ClientCredentials: ACCESS_TOKEN_LIFETIME,
  IdToken: ACCESS_TOKEN_LIFETIME,
  AuthorizationCode: 60,
  DeviceCode: 10 * 60,
  Interaction: 60 * 60,
  Session: sessionLifetime,
  RefreshToken: 30 * DAY,
  Grant: 180 * DAY,
}

/** Returns the configuration of the library for this service. */
export function configuration(options: ProviderOptions, site: Site, keys: SigningKey[]): Configuration {
  const { baseUrl } = site
  const resources = resourceIndicators(options, baseUrl)
  return {
    adapter: storedState(options),
    jwks: { keys },
    findAccount: (_ctx, holder) => findHolder(options.accounts.find, holder),
    loadExistingGrant: existingGrant(options),
    routes: ROUTES,
    discovery: { userinfo_endpoint: `${baseUrl}/userinfo` },
    features: { ...features(options), resourceIndicators: resources },
    fetch: outgoingFetch(options),
    formats: { customizers: { jwt: describeAccessToken } },
    scopes: [...OPENID_SCOPES],
    claims: { ...CLAIMS, sid: null, auth_time: null, iss: null },
    extraClientMetadata: { properties: ['allowed_scopes'] },
    clientAuthMethods: [
      'client_secret_basic',
      'client_secret_post',
      'none',
      'tls_client_auth',
      'self_signed_tls_client_auth',
    ],
    clientBasedCORS: () => true,
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    // A client that was registered for refresh tokens gets them; `offline_access` need not be asked for.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: replaceRefreshTokens(resources),
    expiresWithSession: async () => false,
    conformIdTokenClaims: false,
    clockTolerance: CLOCK_SKEW,
    ttl: LIFETIMES,
    cookies: cookies(options, site),
    interactions: { policy: policy(), url: async (_ctx, { uid }) => `${baseUrl}/interaction/${uid}` },
    renderError: showError,
    enabledJWA: {
      idTokenSigningAlgValues: ['RS256'],
      dPoPSigningAlgValues: DPOP_ALGORITHMS as never,
    },
    acrValues: [],
  }
}

/** Paths of the endpoints. */
const ROUTES = {
  authorization: '/authorize',
  token: '/token',
  device_authorization: '/device',
  code_verification: '/device/verify',
  jwks: '/.well-known/jwks.json',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  pushed_authorization_request: '/oauth/par',
  end_session: '/logout',
} satisfies Configuration['routes']

/** Returns the enabled features of the protocols, with their rules. */
const features = (options: ProviderOptions): Configuration['features'] => ({
  devInteractions: { enabled: false },
  clientCredentials: { enabled: true },
  deviceFlow: {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    deviceInfo: () => ({}),
    ...devicePages(options),
  },
  rpInitiatedLogout: { enabled: true, ...signOutPages(options) },
  introspection: {
    enabled: true,
    allowedPolicy: async (ctx, client, { clientId }) => mayRead(client, clientId) && isKnown(ctx, clientId!),
  },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  pushedAuthorizationRequests: { enabled: true },
  userinfo: { enabled: false },
  dPoP: { enabled: true },
  mTLS: {
    enabled: true,
    certificateBoundAccessTokens: true,
    tlsClientAuth: true,
    selfSignedTlsClientAuth: true,
    getCertificate: ({ req }) => options.certificateOf(req)?.x509,
    certificateAuthorized: ({ req }) => options.certificateOf(req)?.isVerified === true,
    certificateSubjectMatches: ({ req }, _property, expected) =>
      isSameName(distinguishedNameOf(options.certificateOf(req)!.x509), expected),
  },
  clientIdMetadataDocument: documentedClients(options),
})

/** Returns the settings of the library's cookies, named after the service. */
function cookies({ cookieKeys }: ProviderOptions, site: Site): Configuration['cookies'] {
  const isSecure = isHttps(site.baseUrl)
  const prefix = `${isSecure ? '__Secure-' : ''}${site.naming.slug}`
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  return {
    names: {
      session: cookieName('sign_in', site),
      interaction: `${prefix}_interaction`,
      resume: `${prefix}_resume`,
    },
    keys: cookieKeys,
    long: { ...cookie, signed: true },
    short: { ...cookie, signed: true },
  }
}

/**
 * Returns a function that loads the grant that the user has given this client before, unless the user's credentials have ended since. It first
 * reduces the requested scopes to those that the user may hold: a scope that can't be granted is no reason to ask again.
 */
function existingGrant({ access }: ProviderOptions): Configuration['loadExistingGrant'] {
  return async ({ oidc }) => {
    const { user, accountId } = oidc.account as UserHolder
    const scopes = holdable(access, scopesIn(oidc.params!['scope']), user.role)
    if (scopes.length > 0) oidc.params!['scope'] = scopes.join(' ')
    const grantId = oidc.result?.consent?.grantId ?? oidc.session!.grantIdFor(oidc.client!.clientId)
    const grant = grantId === undefined ? undefined : await oidc.provider.Grant.find(grantId)
    return grant?.accountId === accountId ? grant : undefined
  }
}
