import { breaking, type Mutant } from '../mutant.ts'

const ATTEMPTS = ['packages/gateway/src/service/callers.test.ts']
const SESSION = ['packages/gateway/src/auth/session.test.ts']
const FIRST_KEY = ['packages/core/src/api-keys/first-key.test.ts']
const SECURITY = ['packages/gateway/src/logs/security-log.test.ts']
const ADMIT_AGAIN = ['packages/gateway/src/rest/admit-again.test.ts']
const LIMIT = ['packages/gateway/src/http/rate-limit.test.ts']

/** Mutants of how a request identifies its caller, and of the limits of attempts. */
export const callers: Mutant[] = [
  ...breaking('packages/gateway/src/auth/session.ts', SESSION, {
    'a PUT with a session needs no token': ["'HEAD', 'OPTIONS']", "'HEAD', 'OPTIONS', 'PUT']"],
    'a PATCH with a session needs no token': ["'HEAD', 'OPTIONS']", "'HEAD', 'OPTIONS', 'PATCH']"],
    'a session beside a credential in Authorization is passed over': [
      'tokenIn(headers.cookie),',
      '(headers.authorization === undefined ? tokenIn(headers.cookie) : undefined),',
    ],
  }),
  ...breaking('packages/gateway/src/auth/own-origin.ts', SESSION, {
    'a socket with a session need not name its page where the browser names the site': [
      'headers.origin === undefined ? refusal(ownOrigin) : foreignPage(headers, ownOrigin)',
      'foreignPage(headers, ownOrigin)',
    ],
  }),
  ...breaking('packages/gateway/src/auth/require-own-page.ts', SESSION, {
    'a socket that is asked for in capitals may come from any page': ['upgrade?.toLowerCase() ===', 'upgrade ==='],
  }),
  ...breaking('packages/gateway/src/auth/sign-in-throttle.ts', ['packages/gateway/src/auth/sign-in-throttle.test.ts'], {
    'each address of an IPv6 /64 tries 50 passwords': ['[stores.address, network]', '[stores.address, by.address]'],
  }),
  ...breaking('packages/core/src/operation/action.ts', ['packages/core/src/operation/procedure.test.ts'], {
    'an attempt within a transaction reads beside it, and waits for its end for ever': [
      'this.#throttled(account, prove, (statement, values) => this.query(statement, values))',
      'this.#throttled(account, prove, this.#database.query)',
    ],
  }),
  ...breaking('packages/core/src/operation/action.ts', ['packages/gateway/src/mcp/confirmation.test.ts'], {
    'a session is looked for beside the transaction of its end': [
      'this.transaction.isOpen ? this.transaction : this.#database',
      'this.database',
    ],
  }),
  ...breaking('packages/gateway/src/service/callers.ts', ATTEMPTS, {
    'a service knows no browsers of a former password': [
      'runtime, { credentialsOf, now })',
      'runtime, { credentialsOf: async () => undefined, now })',
    ],
    'failed attempts are counted where requests are alone': [
      "settings.AUTH_THROTTLE === 'off'",
      "settings.RATE_LIMIT === 'off'",
    ],
    'a service limits sign-ins on its pages alone': ['throttle: attempts.signIn,', ''],
  }),
  ...breaking('packages/gateway/src/context/request-context.ts', SECURITY, {
    'who asks for what is not there is not named': ['  if (principal) origin.onCaller?.(principal)\n', ''],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/userinfo.ts',
    ['packages/gateway/src/authorization-server/userinfo.test.ts'],
    {
      'all users behind one address share the quota of nobody for their claims': [
        "    config: { quota: 'caller' },\n",
        '',
      ],
      'the holder of a token that is bound to a key is told to send another': [
        'insufficientScope(scheme)',
        'insufficientScope()',
      ],
      'the e-mail address is told without its scope': [
        'scopes.includes(name) ? claims : []',
        'scopes.length > 0 ? claims : []',
      ],
    },
  ),
  ...breaking(
    'packages/gateway/src/authorization-server/client-quota.ts',
    ['packages/gateway/src/authorization-server/client-quota.test.ts'],
    { 'a client that writes its name otherwise has another quota': ['return decoded(id)', 'return id'] },
  ),
  ...breaking('packages/gateway/src/context/request-context.ts', ADMIT_AGAIN, {
    'who called when a request began is its caller a minute later': ['time - known.at > KNOWN', 'false'],
  }),
  ...breaking('packages/gateway/src/rest/rest.ts', ADMIT_AGAIN, {
    'a change with a late body is made for who called when it began': [
      '    await admitAgain(operation, request)\n    return key',
      '    return key',
    ],
    'a late body under a key is refused as that of who called when it began': [
      '        await admitAgain(operation, request)\n        return',
      '        return',
    ],
  }),
  ...breaking('packages/gateway/src/auth/keys-in-query.ts', ['packages/gateway/src/auth/query-key.test.ts'], {
    'of two keys in a query the second is logged': [
      'pairs.filter((pair) => !isKey(pair))',
      'pairs.filter((pair, index) => !isKey(pair) || index > pairs.findIndex(isKey))',
    ],
  }),
  ...breaking('packages/gateway/src/auth/dpop-proof.ts', ['packages/gateway/src/auth/dpop.test.ts'], {
    'a proof spends those of other keys that are called the same': ['`${key}.${data.jti}`', 'data.jti'],
  }),
  ...breaking('packages/core/src/api-keys/first-key.ts', FIRST_KEY, {
    'a start takes a secret for good that was replaced a day ago': [' and previous_expires_at > $3)', ')'],
    'a start takes a secret for good that has expired': [' and coalesce(expires_at > $3, true) as works', ' as works'],
    'a start widens keys that somebody has made': [
      `created_by ->> 'id' = $2 and created_by ->> 'type' = $3 and`,
      `$2::text is not null and $3::text is not null and`,
    ],
    'a process of another version takes scopes away': ['(scopes || $1::jsonb)', '($1::jsonb)'],
  }),
  ...breaking('packages/gateway/src/service/database.ts', ['packages/gateway/src/service/start.test.ts'], {
    'nobody holds a scope that the application gains': ['await widenSetupKeys(sourceOf(runtime))', '[] as string[]'],
  }),
  ...breaking('packages/core/src/api-keys/authenticate.ts', ['packages/core/src/api-keys/authenticate.test.ts'], {
    "a viewer's key of an administrator acts as an administrator": [
      'access.powerWithin(most, { role: key.role, user_id, owner }, key.scopes)',
      'access.powerOf({ role: most, user_id, owner }, key.scopes)',
    ],
    'a key of an administrator calls itself one': ['access.lesserOf(key.role, most)', 'most'],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/access-token.ts',
    ['packages/gateway/src/authorization-server/code-flow.test.ts'],
    {
      'a token goes on when the credentials of its user have ended': [
        '...(owner !== id && { owner }), credentials_version }',
        '...(owner !== id && { owner }) }',
      ],
    },
  ),
  ...breaking('packages/gateway/src/auth/token-verifier.ts', ['packages/gateway/src/auth/issuer-keys.test.ts'], {
    'a token outlives the key of its issuer': ['Math.min(token.expires, time + CACHE_AGE)', 'token.expires'],
  }),
  ...breaking('packages/gateway/src/auth/token-verifier.ts', ['test/auth/access-tokens.test.ts'], {
    'the header of a token may say something twice': ['    requireNothingTwice(header!, protectedHeader)\n', ''],
  }),
  ...breaking('packages/core/src/idempotency/once.ts', ['packages/gateway/src/http/idempotency.credentials.test.ts'], {
    'a client is given again what another did for the same user': [
      '[type, id, credential.client_id] : [type, id]',
      '[type, id] : [type, id]',
    ],
  }),
  ...breaking(
    'packages/core/src/oauth-clients/oauth-client.entity.ts',
    ['packages/core/src/oauth-clients/oauth-clients.change.test.ts'],
    {
      'a client with a new secret has not changed since': [
        '    this.proof_holder = [...holder]\n    this.updated_at = now',
        '    this.proof_holder = [...holder]',
      ],
    },
  ),
  ...breaking('packages/api/src/users/set-password.ts', ['test/auth/power/later.test.ts'], {
    'who chooses a password of their own counts as who gives one': [
      'isTheirs ? changePassword : givePassword',
      'givePassword',
    ],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/device-pages.ts',
    ['packages/gateway/src/authorization-server/device-flow.test.ts'],
    {
      'codes that have expired may be tried without limit': ["'NotFoundError', 'ExpiredError',", "'NotFoundError',"],
      'codes that were used may be tried without limit': ["'ExpiredError', 'AlreadyUsedError'", "'ExpiredError'"],
    },
  ),
  ...breaking('packages/core/src/api-keys/api-keys.contract.ts', ['test/http/headers.test.ts'], {
    'an answer about a key may be kept': [
      "        output: apiKey,\n        errors: ['gone'],\n        cacheControl: 'no-store',\n",
      "        output: apiKey,\n        errors: ['gone'],\n",
    ],
  }),
  ...breaking('packages/core/src/oauth/signing-keys.ts', ['packages/core/src/oauth/oauth.test.ts'], {
    'a key that no longer signs is published for an hour': ['const RETENTION = 24 *', 'const RETENTION = 1 *'],
  }),
  ...breaking('packages/gateway/src/auth/discovery.ts', ['packages/gateway/src/auth/discovery.test.ts'], {
    'keys of an issuer at https are read over http': ["issuer.startsWith('https:') ?", "issuer === '' ?"],
  }),
  ...breaking('packages/gateway/src/logs/request-log.ts', SECURITY, {
    'a key in a path is logged': ['withoutSecrets(pathOf(url))', 'pathOf(url)'],
  }),
  ...breaking('packages/gateway/src/logs/request-log.ts', ['packages/gateway/src/logs/request-end.test.ts'], {
    'a stream that its client closes counts as aborted': ['isAnswered || hasBegun', 'isAnswered'],
  }),
  ...breaking('packages/gateway/src/server/fastify-options.ts', ['packages/gateway/src/logs/request-end.test.ts'], {
    'an unknown method fills the log with warnings': ['{ warn() {} }', '{}'],
  }),
  ...breaking('packages/gateway/src/logs/request-end.ts', ['packages/gateway/src/logs/request-end.test.ts'], {
    'who leaves before the answer counts as answered': ['isAnswered: reply.raw.writableEnded', 'isAnswered: true'],
    'the address of who has left is asked for too late': ['writableEnded, ip }', 'writableEnded, ip: request.ip }'],
    'what cannot be noted of a request ends the process': [
      '  } catch (error) {',
      '  } catch (error) {\n    throw error',
    ],
  }),
  ...breaking('packages/gateway/src/logs/security-log.ts', SECURITY, {
    'a key that is to be revoked is logged': ['withoutSecrets(value.slice(0, 8_192))', 'value'],
    'of users who are made together the log names none': ['Array.isArray(data)', 'Array.isArray(ended)'],
  }),
  ...breaking('packages/api/src/users/users.contract.ts', SECURITY, {
    'a user who is replaced leaves no security line': [
      "      summary: 'Replace a user',\n      security: 'user.updated',\n",
      "      summary: 'Replace a user',\n",
    ],
    'users who are made together leave no security line': [
      "      summary: 'Create many users',\n      security: 'user.created',\n",
      "      summary: 'Create many users',\n",
    ],
  }),
  ...breaking('packages/core/src/session/session.contract.ts', SECURITY, {
    'a sign-out leaves no security line': ["        security: 'sign_out',\n", ''],
  }),
  ...breaking('packages/gateway/src/context/request-context.ts', LIMIT, {
    'what is our own fault tells each address of an IPv6 /64 that all is left': [
      "peek('anonymous', networkOf(origin.ip))",
      "peek('anonymous', origin.ip)",
    ],
  }),
  ...breaking(
    'packages/gateway/src/authorization-server/posted-requests.ts',
    ['packages/gateway/src/authorization-server/posted-requests.test.ts'],
    {
      'a request for a code that is posted is posted once more': [', 303)', ', 307)'],
      'the redirect of a posted request is kept': ["'no-store'", "'private'"],
      'nobody signs out by a form of a client': ["'/authorize', '/logout'", "'/authorize'"],
      'a posted request may be longer than an address': ['if (target.length > MAX_TARGET)', 'if (target.length < 0)'],
    },
  ),
  ...breaking('packages/core/src/identity/last-used.ts', ['packages/core/src/identity/last-used.test.ts'], {
    'a use that could not be written is not written with the next': [
      '.catch(() => written.clear())',
      '.catch(() => undefined)',
    ],
  }),
  ...breaking('packages/core/src/api-keys/first-key.ts', ['packages/core/src/api-keys/first-key.test.ts'], {
    'a configured key that was rotated is made anew once its overlap is over': [
      'if (found.length > 0) await transaction.query(remember, [hash])',
      'if (found.length > 0) void remember',
    ],
  }),
]
