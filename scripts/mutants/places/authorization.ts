import { breaking, type Mutant } from '../mutant.ts'

const at = (name: string) => [`packages/gateway/src/authorization-server/${name}.test.ts`]

const [SIGN_OUT, LOST, REFRESH, CHANGED] = ['sign-out', 'lost-database', 'refused-refresh', 'changed-client'].map(
  at,
) as [string[], string[], string[], string[]]

/** Mutants of the authorization server: how sign-ins and grants end, and what failures and changes do to requests under way. */
export const authorization: Mutant[] = [
  ...breaking('packages/gateway/src/authorization-server/sign-out.ts', SIGN_OUT, {
    'a sign-out that fails cannot be tried again': [
      '    await artifacts.signOut(this.uid)\n    await destroy.call(this)\n',
      '    await destroy.call(this)\n    await artifacts.signOut(this.uid)\n',
    ],
    'a sign-out leaves the grants': ['await artifacts.signOut(this.uid)', 'await artifacts.endSignIn(this.uid)'],
  }),
  ...breaking('packages/gateway/src/authorization-server/consent.ts', SIGN_OUT, {
    'what is allowed in another tab outlives the sign-out': [
      'session.grantIdFor(client.clientId)',
      'undefined as string | undefined',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/sign-out-pages.ts', SIGN_OUT, {
    'who stays signed in is told to be signed out': [
      "if (ctx.oidc?.route !== 'end_session_confirm' || ctx.status !== 303) return",
      'if (ctx !== undefined) return',
    ],
    'who stays signed in loses what the named client was allowed': [
      "      session!.state!['clientId'] = undefined\n",
      '',
    ],
  }),
  ...breaking('packages/core/src/oauth/artifacts.ts', SIGN_OUT, {
    'a sign-out ends the grants of one tab alone': [
      'const grants = contents.flatMap(',
      'const grants = contents.slice(0, 1).flatMap(',
    ],
  }),
  ...breaking('packages/core/src/oauth/artifacts.ts', at('agents'), {
    'what an agent without refresh tokens may do goes on in another browser': ['...remembered]', ']'],
  }),
  ...breaking('packages/core/src/oauth/put-artifact.ts', at('sessions'), {
    'a refresh token outlives its grant': ["'least($7::timestamptz, live.expires_at)'", "'$7::timestamptz'"],
  }),
  ...breaking('packages/core/src/identity/end-sessions.ts', at('sessions'), {
    'what an app could do is kept after its end': [
      'grant_id = null, client_id = null, scopes = null,',
      'grant_id = null,',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/adapter.ts', SIGN_OUT, {
    'what is allowed during a sign-out outlives it': [
      "if (!isStored && kind === 'Session') await",
      "if (kind === '') await",
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/response.ts', LOST, {
    'a lost database is an error without a name': ['  answerFailure(ctx)\n', ''],
    'a failure sends somebody to the client': ["  ctx.remove('location')\n", ''],
    'what is used up is asked for again': ["  if (isUsedUp(ctx)) ctx.remove('retry-after')\n", ''],
  }),
  ...breaking('packages/gateway/src/authorization-server/token-log.ts', LOST, {
    'a failed request for a token leaves no security line': [
      "    if (ctx.oidc.route === 'token') logGrant(ctx, 'server_error')\n",
      '',
    ],
    'a failure at any endpoint is logged as a token': ["if (ctx.oidc.route === 'token') logGrant", 'logGrant'],
  }),
  ...breaking('packages/gateway/src/authorization-server/refresh.ts', REFRESH, {
    'a refresh for another resource uses its token up': [
      '      if (!resourceIndicators.has(named)) throw new errors.InvalidTarget()\n',
      '',
    ],
    'a refresh without a scope that is left uses its token up': [
      '      await getResourceServerInfo!(ctx, named, client!)\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/scopes.ts', REFRESH, {
    'a client gets tokens without a scope': ['  if (left.length === 0)\n', '  if (false)\n'],
    'a client gets a token without the scopes that it asks for': [
      'granted.includes(scope) && asked.includes(scope)',
      'granted.includes(scope)',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/scopes.ts', at('unnamed-scopes'), {
    'who asks for offline_access alone asks for everything': [
      "[params!['scope'], sent['scope']].some(Boolean)",
      "params!['scope'] !== undefined",
    ],
    'an empty scope is no scope at all': ['.some(Boolean)', '.some((scope) => scope !== undefined)'],
  }),
  ...breaking('packages/gateway/src/authorization-server/id-token.ts', CHANGED, {
    'a client is told what it may not know any more': ['allowed.includes(scope)', 'allowed.length > 0'],
    'an ID token names nobody': ["scope === 'openid' || ", ''],
  }),
  ...breaking('packages/gateway/src/authorization-server/interactions.ts', at('code-flow'), {
    'the page of another sign-in is shown': ['if (interaction.uid !== uid) throw', 'if (uid === undefined) throw'],
  }),
  ...breaking('packages/gateway/src/authorization-server/consent.ts', at('code-flow'), {
    'a client that asks for consent anew is not given it': [
      "!former || step.interaction.prompt.reasons.includes('consent_prompt')",
      '!former',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/interactions.ts', CHANGED, {
    'an address that was taken from its client gets codes': [
      'address !== undefined && !client.redirectUriAllowed(address)',
      'address === undefined && !client.redirectUriAllowed(address!)',
    ],
    'a page of a client that was deleted is a fault of the service': [
      "  if (!client) throw new errors.InvalidClient('client is invalid')\n",
      '',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/fresh-keys.ts', at('fresh-keys'), {
    'keys are not read while the clock is behind': ['performance.now() - readAt', 'Date.now() - readAt'],
  }),
  ...breaking('packages/gateway/src/authorization-server/live-provider.ts', at('live-provider'), {
    'one failure to build the library is for ever': [
      'madeOnce(() => build(now))',
      '((made) => () => (made ??= build(now)))(undefined)',
    ],
  }),
  ...breaking('packages/gateway/src/authorization-server/client-documents.ts', at('document-reader'), {
    'one failure to read documents is for ever': [
      'madeOnce(openAgent)',
      '((made) => () => (made ??= openAgent()))(undefined)',
    ],
  }),
  ...breaking('packages/gateway/src/auth/token-claims.ts', ['test/auth/token-owners.test.ts'], {
    'who has no owner cannot use an access token': ['z.string().nullable().optional()', 'z.string().optional()'],
    'who has an owner in other letters cannot use an access token': [
      'owner: z.string().nullable()',
      'owner: identifier.nullable()',
    ],
  }),
  ...breaking('packages/gateway/src/auth/token-claims.ts', ['test/auth/access-tokens.test.ts'], {
    'who has a long name cannot use an access token': ['name: z.unknown()', 'name: z.string().max(200)'],
  }),
  ...breaking('packages/core/src/identity/end-sessions.ts', ['packages/core/src/session/sessions.test.ts'], {
    'a session that had ended is unknown once the password changes': [" and deleted_at is null' }", "' }"],
  }),
  ...breaking(
    'packages/core/src/oauth/put-artifact.ts',
    ['packages/gateway/src/authorization-server/sessions.test.ts'],
    {
      'a session of a client shows the scopes that it had at first': [
        'last_used_at = excluded.last_used_at, scopes = excluded.scopes,',
        'last_used_at = excluded.last_used_at,',
      ],
    },
  ),
  ...breaking(
    'packages/gateway/src/authorization-server/holder.ts',
    ['packages/gateway/src/authorization-server/userinfo.test.ts'],
    {
      'the time of a change is told in milliseconds': [
        'Math.floor(Date.parse(updated_at) / 1_000)',
        'Date.parse(updated_at)',
      ],
    },
  ),
  ...breaking(
    'packages/gateway/src/authorization-server/device-pages.ts',
    ['packages/gateway/src/authorization-server/device-flow.test.ts'],
    {
      'the page of a device shows scopes that were not asked for': [
        '.filter((scope) => asked.includes(scope))',
        '.filter(() => asked.length >= 0)',
      ],
    },
  ),
  ...breaking('packages/core/src/oauth/signing-keys.ts', ['packages/core/src/oauth/oauth.test.ts'], {
    'two rotations within a millisecond leave the order of keys open': [
      'Date.parse(rows[next - 1]!.signs_from) + 1)',
      'Date.parse(rows[next - 1]!.signs_from))',
    ],
  }),
]
