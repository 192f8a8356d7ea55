import type { ApiKey } from '../resources/api-keys.ts'
import { Problem } from './core.ts'
import { type Scope, roleMayHold, scopesOf } from './copied/scopes.ts'
import type { Principal } from './principal.ts'
import type { MockRequest } from './request.ts'
import type { State } from './state.ts'

/** What the credentials of a request are looked up in. */
interface Known {
  state: State
  time: number
  baseUrl: string
}

interface Mechanism {
  challenges: (baseUrl: string) => string[]
  rejection?: (baseUrl: string) => string
  find: (request: MockRequest) => string | undefined
  verify: (credential: string, known: Known, request: MockRequest) => Principal | undefined
}

const inScheme = (scheme: string) => {
  const start = new RegExp(`^${scheme} +`, 'i')
  return ({ headers: { authorization = '' } }: MockRequest) =>
    start.test(authorization) ? authorization.replace(start, '') : undefined
}

const metadata = (baseUrl: string) => `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`

const MECHANISMS: readonly Mechanism[] = [
  {
    challenges: (baseUrl) => [
      `Bearer realm="roster", ${metadata(baseUrl)}`,
      'DPoP realm="roster", algs="ES256 EdDSA Ed25519 PS256 RS256"',
    ],
    rejection: (baseUrl) =>
      `Bearer realm="roster", error="invalid_token", error_description="The access token is not valid, or no longer", ${metadata(baseUrl)}`,
    find: inScheme('Bearer'),
    verify: (token, { state, time }) => valid(state.tokens.get(token), time),
  },
  { challenges: () => ['ApiKey realm="roster"'], find: ({ headers }) => headers['x-api-key'], verify: callerOf },
  {
    challenges: () => ['ApiKey realm="roster"'],
    find: inScheme('Basic'),
    verify(credential, known) {
      const [user = '', password] = decoded(credential).split(/:(.*)/s)
      return password === '' ? callerOf(user, known) : undefined
    },
  },
  { challenges: () => [], find: ({ headers }) => sessionIn(headers['cookie']), verify: signedIn },
]

/** Who makes a request, by the one credential it carries. Throws `unauthenticated`, and `bad-request` where there are two. */
export function authenticate(request: MockRequest, known: Known): Principal {
  const used = MECHANISMS.filter((mechanism) => mechanism.find(request) !== undefined)
  const [only] = used
  const all = MECHANISMS.flatMap(({ challenges }) => challenges(known.baseUrl))
  if (!only)
    throw unauthenticated('This operation needs a credential, and the request carries none that is known here.', all)
  if (used.length > 1) throw new Problem('bad-request', 'The request carries two credentials. Send one.')
  const principal = only.verify(only.find(request)!, known, request)
  if (principal) return principal
  const rejection = only.rejection ? [only.rejection(known.baseUrl)] : only.challenges(known.baseUrl)
  throw unauthenticated('The credential is unknown, expired or revoked.', rejection.length > 0 ? rejection : all)
}

const unauthenticated = (detail: string, challenges: readonly string[]) =>
  new Problem('unauthenticated', detail, { headers: { 'www-authenticate': [...new Set(challenges)].join(', ') } })

const valid = (token: { principal: Principal; until: number } | undefined, time: number) =>
  token && token.until > time ? token.principal : undefined

/** Who calls with this secret of an API key. */
export function callerOf(secret: string, { state, time }: Pick<Known, 'state' | 'time'>): Principal | undefined {
  const known = state.secrets.get(secret)
  const key = known && state.db.apiKeys.find(({ id }) => id === known.key)
  if (!key || known.until <= time || (key.expires_at !== null && Date.parse(key.expires_at) <= time)) return undefined
  const user = state.db.users.find(({ id }) => id === key.user_id)
  if (user?.status === 'suspended') return undefined
  key.last_used_at = `${new Date(time).toISOString().slice(0, 16)}:00.000Z`
  const role = key.user_id === null || user?.role === 'admin' ? key.role : 'viewer'
  return { type: 'api_key', id: key.id, name: key.name, user_id: key.user_id, role, scopes: scopesIn(key, role) }
}

const scopesIn = ({ scopes }: ApiKey, role: ApiKey['role']): ReadonlySet<Scope> =>
  new Set(scopes.filter((scope) => roleMayHold(role, scope)))

const sessionIn = (cookies = '') => /(?:^|;\s*)(?:__Host-)?roster_session=([^;]+)/.exec(cookies)?.[1]

function signedIn(token: string, { state, time, baseUrl }: Known, request: MockRequest): Principal | undefined {
  const session = state.sessions.get(token)
  const user = session && state.db.users.find(({ id }) => id === session.user)
  if (!user || user.status !== 'active' || Date.parse(session.expires_at) <= time) return undefined
  if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) requireIntent(request, session.csrf_token, baseUrl)
  const { id, name, role } = user
  return { type: 'session', id, name, user_id: id, role, scopes: new Set(scopesOf(role)), session: token }
}

/** A change needs a page of this service, and the session's token. */
function requireIntent({ headers }: MockRequest, token: string, baseUrl: string): void {
  const { origin, 'sec-fetch-site': site } = headers
  const own = new URL(baseUrl).origin
  const isOwn = origin === undefined ? site === 'same-origin' : origin === own
  if (!isOwn || (site !== undefined && site !== 'same-origin'))
    throw new Problem('csrf', `The session cookie is taken from pages of ${own} only.`)
  if (headers['x-csrf-token'] === token) return
  throw new Problem(
    'csrf',
    'A change with the session cookie needs the csrf_token of the session in the header X-CSRF-Token.',
  )
}

function decoded(base64: string): string {
  try {
    return atob(base64)
  } catch {
    return ''
  }
}
