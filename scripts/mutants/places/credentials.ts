import { breaking, type Mutant } from '../mutant.ts'

const TOKENS = ['test/auth/access-tokens.test.ts']
const DPOP = ['packages/gateway/src/auth/dpop.test.ts']
const SESSION = ['packages/gateway/src/auth/session.test.ts']
const DENIALS = ['packages/core/src/identity/deny-list.test.ts']
const KEYS = ['packages/core/src/api-keys/authenticate.test.ts']
const MADE_KEYS = ['packages/core/src/api-keys/api-keys.create.test.ts']
const MADE_CLIENTS = ['packages/core/src/oauth-clients/oauth-clients.create.test.ts']
const CHANGED_KEYS = ['packages/core/src/api-keys/api-keys.change.test.ts']
const CODE = ['packages/gateway/src/authorization-server/code-flow.test.ts']
const ARTIFACTS = ['packages/core/src/oauth/oauth.test.ts']
const TICKETS = ['packages/core/src/realtime/realtime.test.ts']
const REVOCATION = ['packages/gateway/src/authorization-server/tokens.test.ts']
const CREDENTIALS = ['packages/gateway/src/auth/credentials.test.ts']

/** Mutants of credentials: how they prove the caller's identity, and how they end. */
export const credentials: Mutant[] = [
  ...breaking('packages/gateway/src/auth/token-verifier.ts', TOKENS, {
    'a token of any issuer is taken': ['      issuer,\n      audience,\n', '      audience,\n'],
    'a token for any audience is taken': ['      issuer,\n      audience,\n', '      issuer,\n'],
    'a token of any type is taken': ["      typ: 'at+jwt',\n", ''],
    'a token without a time of issue is taken': ["requiredClaims: ['exp', 'iat']", "requiredClaims: ['exp']"],
    'clocks may differ by an hour': ['clockTolerance: CLOCK_SKEW', 'clockTolerance: 60 * CLOCK_SKEW'],
    'a token is kept after its expiry': ['known && time < known.until', 'known'],
    'a token from the future is taken': ['payload.iat! * 1_000 > time + CLOCK_SKEW * 1_000', 'payload.iat! < 0'],
    'a claim may stand twice in a token': ['    requireNothingTwice(claims!, payload)\n', ''],
    'nobody asks whether a token was revoked': [
      'token && !(await isDenied(token.principal)) ? token : undefined',
      'token',
    ],
    'nobody waits for whether a token was revoked': ['!(await isDenied(token.principal))', 'isDenied(token.principal)'],
  }),
  ...breaking('packages/gateway/src/authorization-server/policy.ts', CODE, {
    'who is signed in answers for whom an ID token names': [
      'hinted === undefined || hinted === holder?.user.id ? Check.NO_NEED_TO_PROMPT',
      'hinted === undefined || holder ? Check.NO_NEED_TO_PROMPT',
    ],
    'whom an ID token names has to sign in again': [
      'hinted === undefined || hinted === holder?.user.id ?',
      'hinted === undefined ?',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/own-tokens.ts', REVOCATION, {
    'a token that has expired is introspected as active': ['issuer, keys, 0)', 'issuer, keys, 3_600)'],
    'a token that is still taken cannot be revoked': ['issuer, keys, CLOCK_SKEW)', 'issuer, keys, 0)'],
    'a token that another has signed is a fault of the service': [
      '      if (error instanceof joseErrors.JOSEError) return undefined\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/context/made-here.ts', ['packages/gateway/src/metrics/metrics.test.ts'], {
    'a name that begins as this machine is taken for it': ['\\[::1\\])$/i', '\\[::1\\])/i'],
    'a name that ends as this machine is taken for it': ['/^(?:localhost', '/(?:localhost'],
    'a request that Cloudflare passed on is taken for one of this machine': ['|cf-.+', ''],
  }),
  ...breaking('packages/core/src/api-keys/authenticate.ts', KEYS, {
    'nobody is told when a key was last used': ['  markUsed(database, key.id, time)\n', ''],
  }),
  ...breaking('packages/core/src/identity/last-used.ts', KEYS, {
    'one key that is used marks all': ['where t.id = u.id and (', 'where ('],
    'each use is written down': ['if (known !== undefined && time - known < PRECISION) return', 'void known'],
  }),
  ...breaking('packages/gateway/src/auth/token-claims.ts', TOKENS, {
    'a token of a viewer holds what an administrator may': [
      '...access.powerOf({ role, user_id, owner }, held)',
      '...access.powerOf({ role, user_id, owner }, held), scopes: new Set(held)',
    ],
    'an unknown way to bind a token is passed over': ['z.strictObject({ jkt', 'z.object({ jkt'],
  }),
  ...breaking('packages/gateway/src/auth/bearer.ts', TOKENS, {
    'a token that is bound to a key is taken as Bearer': [
      '      if (token.key !== undefined) throw boundToKey()\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/auth/bearer.ts', TOKENS, {
    'a token that is bound to a certificate comes without it': [
      'token.certificate !== undefined && token.certificate !== certificateOf(request)?.thumbprint',
      'token.certificate === certificateOf.name',
    ],
  }),
  ...breaking('packages/gateway/src/auth/dpop-proof.ts', DPOP, {
    'a proof of any key is taken': ['key === proven.key &&', 'key !== undefined &&'],
    'a proof for another method is taken': ['    data.htm === proven.method &&\n', ''],
    'a proof for another address is taken': ['    isSameAddress(data.htu, proven.url) &&\n', ''],
    'a proof for another token is taken': ["data.ath === hash('sha256', proven.token, 'base64url')", "data.ath !== ''"],
    'an old proof is taken': ['      maxTokenAge: MAX_AGE,\n', ''],
  }),
  ...breaking('packages/gateway/src/auth/dpop.ts', DPOP, {
    'a token that is bound to a key and a certificate comes without the latter': [
      'token.certificate !== undefined && token.certificate !== certificateOf(request)?.thumbprint',
      'token.certificate === certificateOf.name',
    ],
    'a proof is taken twice': ['proof !== undefined && spendProof(proof.id, proof.expires)', 'proof !== undefined'],
  }),
  ...breaking('packages/gateway/src/auth/credentials.ts', CREDENTIALS, {
    'two credentials are one too few': ['if (found) throw twoCredentials()', ''],
    'one kind of credential may come twice': ['if (found && isRepeated(request)) throw twoCredentials()', ''],
    'an empty header is a credential': ['lines > (isOneEmpty ? 2 : 1)', 'lines > 1'],
  }),
  ...breaking('packages/gateway/src/rest/rest.ts', SESSION, {
    'a page of another origin signs in': ['if (isSignIn && !isAllowed(reply))', 'if (!isSignIn && !isAllowed(reply))'],
    'a page that may read answers does not sign in': ['isSignIn && !isAllowed(reply)', 'isSignIn'],
  }),
  ...breaking('packages/gateway/src/auth/session.ts', SESSION, {
    'any CSRF token is taken': [
      'one.length === other.length && timingSafeEqual(one, other)',
      'one.length === other.length',
    ],
    'a change from another site is taken': ['  requireOwnPage(headers, ownOrigin)\n  if', '  if'],
  }),
  ...breaking('packages/gateway/src/auth/session.ts', SESSION, {
    'a socket with a cookie may come from any page': [
      '      if (asksForSocket(request.headers)) requireOwnOrigin(request.headers, origin)\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/auth/own-origin.ts', SESSION, {
    'what a browser calls cross-site passes by its Origin': [
      "!isOwn || (site !== undefined && site !== 'same-origin') ?",
      '!isOwn ?',
    ],
  }),
  ...breaking('packages/core/src/session/session.entity.ts', SESSION, {
    'a session lasts a day': ['12 * 60', '24 * 60'],
  }),
  ...breaking('packages/core/src/session/authenticate.ts', SESSION, {
    'a session goes on after its end': ['!session || Date.parse(session.expires_at) <= time', '!session'],
    'a suspended user keeps its session': ["u.status = 'active' and ", ''],
  }),
  ...breaking('packages/core/src/session/authenticate.ts', SESSION, {
    'a session goes on after a new password': [' and s.credentials_version = coalesce(c.version, 1)', ''],
  }),
  ...breaking('packages/core/src/identity/sign-in.ts', ['packages/core/src/identity/sign-in.test.ts'], {
    'a suspended user signs in': [" || row.status !== 'active'", ''],
  }),
  ...breaking('packages/core/src/crypto/secret.ts', ['packages/core/src/crypto/secret.test.ts'], {
    'a key is known by its form alone': [
      'return checksum(body.slice(0, -CHECKSUM_LENGTH)) === body.slice(-CHECKSUM_LENGTH)',
      'return true',
    ],
  }),
  ...breaking('packages/core/src/identity/account.ts', MADE_KEYS, {
    'the database is asked for a user whom nothing can be called': [
      'if (!isOpaqueId(userId)) return undefined\n',
      '\n',
    ],
  }),
  ...breaking('packages/core/src/contract/distinguished-name.ts', MADE_CLIENTS, {
    'the subject of a certificate has characters that nobody sees': [
      'PLAIN = String.raw`[^\\p{Cc}\\p{Cs}"+,;<>\\\\]`',
      'PLAIN = String.raw`[^"+,;<>\\\\]`',
    ],
  }),
  ...breaking('packages/core/src/api-keys/authenticate.ts', CHANGED_KEYS, {
    'an old secret outlives its key': ['least(k.expires_at, k.previous_expires_at)', 'k.previous_expires_at'],
  }),
  ...breaking('packages/core/src/api-keys/authenticate.ts', KEYS, {
    'a key goes on in the moment it ends': ['Date.parse(ends_at) <= time', 'Date.parse(ends_at) < time'],
    'a key never ends': ['ends_at !== null && Date.parse(ends_at) <= time', 'ends_at !== null && time < 0'],
    'a key of a suspended user goes on': [' || !isActive(key)', ''],
    'a key stays an administrator when its user is none': ['return key.user_role ?? key.role', 'return key.role'],
  }),
  ...breaking('packages/core/src/api-keys/api-key.entity.ts', CHANGED_KEYS, {
    'secrets of a key overlap for 25 hours': ['24 * 60', '25 * 60'],
    'a revoked key goes on by its old secret': ['    this.previous_hash = null\n', ''],
  }),
  ...breaking('packages/core/src/identity/deny-list.ts', DENIALS, {
    'tokens that were given after a denial are denied': ['denial.version > version', 'denial.version >= version'],
    'an old list of denials is relied on': ['this.#elapsed() - this.#read.elapsed > MAX_AGE', 'false'],
    'denials of other processes are read late': ['Math.min(this.#read.time, began.time) - OVERLAP', 'began.time'],
  }),
  ...breaking('packages/core/src/identity/deny.ts', DENIALS, {
    'a denial is forgotten while its tokens last': ['ACCESS_TOKEN_LIFETIME + 3 * CLOCK_SKEW', 'CLOCK_SKEW'],
  }),
  ...breaking('packages/core/src/realtime/redeem-ticket.ts', TICKETS, {
    'a ticket is taken twice': [
      'delete from tickets where token_hash = $1 returning principal, expires_at',
      'select principal, expires_at from tickets where token_hash = $1',
    ],
    'a ticket lasts for ever': ['!row || Date.parse(row.expires_at) <= time', '!row'],
  }),
  ...breaking('packages/core/src/realtime/realtime.ts', TICKETS, {
    'a ticket lasts a minute': ['const LIFETIME = 30_000', 'const LIFETIME = 60_000'],
  }),
  ...breaking('packages/gateway/src/authorization-server/configuration.ts', ['test/auth/hostile-authorize.test.ts'], {
    'a code is given without PKCE': ['required: () => true', 'required: () => false'],
  }),
  ...breaking('packages/gateway/src/authorization-server/configuration.ts', CODE, {
    'refresh tokens are not rotated': [
      'rotateRefreshToken: replaceRefreshTokens(resources)',
      'rotateRefreshToken: false',
    ],
  }),
  ...breaking('packages/core/src/oauth/artifacts.ts', ARTIFACTS, {
    'a code or refresh token is used twice': [
      'where id = $1 and consumed_at is null returning id',
      'where id = $1 returning id',
    ],
    'what a stolen refresh token gave goes on': ['if (row?.grant_id) await end(row.grant_id)', ''],
    'what ends its grant by coming again is forgotten when it expires': ["interval '1 day' end", "interval '0' end"],
    'a pushed request is kept for a day': [
      "case when grant_id is null then interval '0' else interval '1 day' end",
      "interval '1 day'",
    ],
  }),
  ...breaking('packages/core/src/oauth/expire-artifacts.ts', ARTIFACTS, {
    'what nobody can use any more is kept for a day': ['GRACE = 60_000', 'GRACE = 86_400_000'],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/serve.ts',
    ['packages/gateway/src/authorization-server/endpoints.test.ts'],
    {
      'anybody has 56 KiB kept by one request': ['      ...(bodyLimit && { bodyLimit }),\n', ''],
    },
  ),
  ...breaking('packages/gateway/src/authorization-server/consent.ts', CODE, {
    'consent is given by whatever is answered': [
      "if (decision !== 'allow' && decision !== 'read') return DENIED",
      "if (decision === '') return DENIED",
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/consent.ts', CODE, {
    'a client gets scopes that were not granted': [
      'return scopes.every((scope) => granted.has(scope))',
      'return scopes.length > 0',
    ],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/read-conditions.ts',
    ['packages/gateway/src/authorization-server/endpoints.test.ts'],
    {
      'keys are sent again to who has them': ["if (result === 'not-modified') ctx.status = 304", ''],
      'who wants other metadata is given these': ["if (result === 'failed') {", 'if (false) {'],
    },
  ),
  ...breaking('packages/gateway/src/authorization-server/scopes.ts', CODE, {
    'a user grants what its role may not hold': [
      '!access.isScope(scope) || access.mayHold(role, scope)',
      '!access.isScope(scope) || role',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/scopes.ts', ['test/auth/hostile-tokens.test.ts'], {
    'a client gets a token for scopes that it has not': ['allowed.filter((scope) => asked.includes(scope))', 'asked'],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/client-authentication.ts',
    ['test/auth/hostile-tokens.test.ts', 'packages/gateway/src/authorization-server/endpoints.test.ts'],
    {
      'any secret of a client is right': [
        'given.length === expected.length && timingSafeEqual(given, expected)',
        'given.length === expected.length',
      ],
      'a client authenticates by another method than its own': ['method === this.clientAuthMethod && ', ''],
    },
  ),
  ...breaking(
    'packages/gateway/src/authorization-server/own-tokens.ts',
    ['packages/gateway/src/authorization-server/tokens.test.ts'],
    {
      'a client ends the tokens of another': ['token?.client_id === ctx.oidc.client!.clientId', 'token'],
    },
  ),
  ...breaking('packages/gateway/src/authorization-server/configuration.ts', REVOCATION, {
    'a client ends the refresh tokens of another': ['token.clientId === client.clientId', "token.clientId !== ''"],
  }),
  ...breaking('packages/gateway/src/authorization-server/client-authentication.ts', REVOCATION, {
    'any client reads about the tokens of others': ["client.clientAuthMethod !== 'none'", 'client !== undefined'],
    'a client without a secret reads about no token': [' || owner === client.clientId', ''],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/polling.ts',
    ['packages/gateway/src/authorization-server/device-flow.test.ts'],
    {
      'a device may poll as it likes': [
        'if (await artifacts.pollsTooSoon(',
        'if (artifacts === undefined && await artifacts.pollsTooSoon(',
      ],
    },
  ),
  ...breaking('packages/gateway/src/context/request-context.ts', ['packages/gateway/src/auth/query-key.test.ts'], {
    'a key in the query is let pass where none is needed': ['  refuseQueryKey(origin.raw)\n', ''],
  }),
  ...breaking('packages/gateway/src/auth/limit-failures.ts', ['packages/gateway/src/auth/sign-in-throttle.test.ts'], {
    'wrong passwords are not counted': ['if (proof !== undefined) await giveBack(taken)', 'await giveBack(taken)'],
  }),
  ...breaking('packages/gateway/src/auth/sign-in-throttle.ts', ['packages/gateway/src/auth/sign-in-throttle.test.ts'], {
    'an account may be tried 31 times': ['account: 30', 'account: 31'],
    'browsers of a former password are not counted together': [
      'browser.isCurrent ? [own] : [own, [known.former, name]]',
      '[own]',
    ],
  }),
  ...breaking('packages/gateway/src/auth/device-cookie.ts', ['packages/gateway/src/auth/sign-in-throttle.test.ts'], {
    'a browser is known for as long as it keeps its cookie': [' || seconds() >= last.at + LIFETIME', ''],
    'a new password changes nothing for browsers that knew the old one': [
      'last.credentials === (await currentHash(query, account))',
      'last.credentials.length > 0',
    ],
  }),
]
