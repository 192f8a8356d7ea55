import { holds } from '#core/contract/access'
import { fault } from '#core/validation/fault'
import { invalid } from './refuse.ts'
import { Problem } from './problem.ts'
import { KEY_PARAMETER } from '#gateway/auth/keys-in-query'
import { foreignPage, foreignSignIn, foreignSocket } from '#gateway/auth/own-origin'
import { isOfThisMachine } from '#gateway/http/page-origin'
import { MCP_PATH } from '#gateway/mcp/path'
import type { Principal } from './principal.ts'
import type { ApiKey, Session } from './records.ts'
import type { MockRequest } from './request.ts'
import type { State, Token } from './state.ts'

/** The state, time and address for checking credentials. */
interface Known {
  state: State
  time: number
  baseUrl: string
}

/** The state and address for challenges. */
type Place = Pick<Known, 'state' | 'baseUrl'>

/** Milliseconds for which requests may have an access token after its end, as the clocks of servers differ. */
const CLOCK_SKEW = 60_000

interface Mechanism {
  challenges: (place: Place) => string[]
  rejection?: (place: Place) => string
  find: (request: MockRequest, place: Place) => string | undefined
  verify: (credential: string, known: Known, request: MockRequest) => Principal | undefined
}

const inScheme = (scheme: string) => {
  const start = new RegExp(`^${scheme} +`, 'i')
  return ({ headers: { authorization = '' } }: MockRequest) =>
    start.test(authorization) ? authorization.replace(start, '') : undefined
}

const challenge = (scheme: string, { state }: Place) => `${scheme} realm="${state.application.spec.name}"`

const ALGORITHMS = 'algs="ES256 EdDSA Ed25519 PS256 RS256"'

/** Returns the mechanism of access tokens for a resource: the part of the service whose paths begin with `resource`. */
function bearer(resource: string, scopes: readonly string[] = []): Mechanism {
  const metadata = ({ baseUrl }: Place) =>
    `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${resource}"`
  const wanted = scopes.length > 0 ? `, scope="${scopes.join(' ')}"` : ''
  return {
    challenges: (place) => [`${challenge('Bearer', place)}${wanted}, ${metadata(place)}`],
    rejection: (place) =>
      `${challenge('Bearer', place)}, error="invalid_token", error_description="The access token is not valid, or no longer", ${metadata(place)}`,
    find: inScheme('Bearer'),
    verify: (token, { state, time }) => valid(state.tokens.get(token), time - CLOCK_SKEW, resource),
  }
}

const DPOP: Mechanism = {
  // No token of the mock is bound to a key.
  challenges: (place) => [`${challenge('DPoP', place)}, ${ALGORITHMS}`],
  rejection: (place) =>
    `${challenge('DPoP', place)}, error="invalid_token", error_description="The access token is not valid, no longer, or not bound to a key", ${ALGORITHMS}`,
  find: inScheme('DPoP'),
  verify: () => undefined,
}

const KEYS: readonly Mechanism[] = [
  { challenges: ofKeys, find: ({ headers }) => headers['x-api-key'] || undefined, verify: callerOf },
  {
    challenges: ofKeys,
    find: inScheme('Basic'),
    verify(credential, known) {
      const [user = '', password] = decoded(credential).split(/:(.*)/s)
      return password === '' ? callerOf(user, known) : undefined
    },
  },
]

const MECHANISMS: readonly Mechanism[] = [
  bearer(''),
  DPOP,
  ...KEYS,
  {
    challenges: ofKeys,
    find({ keys }) {
      if (keys.length > 1) throw twoCredentials()
      return keys[0]
    },
    verify() {
      throw notTaken('send the API key in X-API-Key')
    },
  },
  { challenges: () => [], find: ({ headers }, place) => sessionIn(headers['cookie'], place), verify: signedIn },
]

/** Returns the mechanisms by which agents authenticate. Their tokens are for `/mcp` only. The challenge names `scopes` to start with. */
export const agentMechanisms = (scopes: readonly string[]): readonly Mechanism[] => [
  bearer(MCP_PATH, scopes),
  DPOP,
  ...KEYS,
]

/** Throws `invalid-parameters` for an API key in the query of a request that needs no credential. */
export function refuseQueryKey({ keys }: MockRequest): void {
  if (keys.length > 0) throw notTaken('no API key is needed')
}

const notTaken = (instead: string) =>
  invalid('parameters', [fault('parameters', [KEY_PARAMETER], 'unknown-parameter', `is not taken here: ${instead}`)])

/** Returns the challenge for an API key. */
function ofKeys(place: Place): string[] {
  return [challenge('ApiKey', place)]
}

/** Returns the caller by the one credential of the request. Throws `unauthenticated`, or `bad-request` for two credentials. */
export function authenticate(request: MockRequest, known: Known, mechanisms = MECHANISMS): Principal {
  const used = mechanisms.filter((mechanism) => mechanism.find(request, known) !== undefined)
  const [only] = used
  const all = allChallenges(known, mechanisms)
  if (!only)
    throw unauthenticated('This operation needs a credential, and the request carries none that is known here.', all)
  if (used.length > 1 || isRepeated(request)) throw twoCredentials()
  const principal = only.verify(only.find(request, known)!, known, request)
  if (principal) return principal
  const rejection = only.rejection ? [only.rejection(known)] : only.challenges(known)
  throw unauthenticated('The credential is unknown, expired or revoked.', rejection.length > 0 ? rejection : all)
}

/** Returns the challenges of `WWW-Authenticate` for a request without a credential. */
export const allChallenges = (place: Place, mechanisms = MECHANISMS) =>
  mechanisms.flatMap(({ challenges }) => challenges(place))

/** Whether `Authorization` and `X-API-Key` both have a value. Any values count as two credentials. */
const isRepeated = ({ headers }: MockRequest) => Boolean(headers['authorization'] && headers['x-api-key'])

export const twoCredentials = () => new Problem('bad-request', 'The request carries two credentials. Send one.')

export const unauthenticated = (detail: string, challenges: readonly string[]) =>
  new Problem('unauthenticated', detail, { headers: { 'www-authenticate': [...new Set(challenges)].join(', ') } })

const valid = (token: Token | undefined, time: number, resource: string) =>
  token && token.until > time && token.resource === resource ? token.principal : undefined

/** Returns the caller with this API key secret, or undefined. Updates the key's time of last use. */
function callerOf(secret: string, { state, time }: Known): Principal | undefined {
  const principal = ownerOf(secret, state, time)
  const key = principal && state.db.apiKeys.find(({ id }) => id === principal.id)
  if (key) key.last_used_at = toTheMinute(time)
  return principal
}

/** Returns the caller with this API key secret, or undefined if the secret, the key or its user is not valid any more. */
function ownerOf(secret: string, state: State, time: number): Principal | undefined {
  const { secrets, db, application } = state
  const known = secrets.get(secret)
  const key = known && db.apiKeys.find(({ id }) => id === known.key)
  if (!key || known.until <= time || (key.expires_at !== null && Date.parse(key.expires_at) <= time)) return undefined
  const user = state.account(key.user_id)
  if (user && user.status !== 'active') return undefined
  const { id, name, user_id } = key
  const left = user_id !== null && !user ? { hasLeft: true as const } : {}
  const { access } = application
  const most = user_id === null ? key.role : (user?.role ?? access.least)
  const role = access.lesserOf(key.role, most)
  const holder = { role: key.role, user_id, ...(user && { owner: user.owner }) }
  const power = access.powerWithin(most, holder, key.scopes)
  const end = endOf(key, known.until)
  return { type: 'api_key', credential: secret, id, name, user_id, role, ...power, ...end, ...left }
}

/** Returns the end of a key's secret, if it has one. `until` is the time in milliseconds at which a rotated secret ends. */
function endOf({ expires_at }: ApiKey, until: number): { ends_at?: string } {
  const end = Math.min(until, expires_at === null ? Infinity : Date.parse(expires_at))
  return end === Infinity ? {} : { ends_at: new Date(end).toISOString() }
}

/** Throws `unauthenticated` for the key of an account that was deleted. */
export function requirePresent({ hasLeft }: Principal, place: Place): void {
  if (hasLeft) throw unauthenticated('The user of this API key was deleted.', ofKeys(place))
}

/** Returns the name of the session cookie that the service uses at this address. */
export const sessionCookieAt = ({ state, baseUrl }: Place) =>
  `${baseUrl.startsWith('https:') ? '__Host-' : ''}${state.application.spec.name}_session`

/** Returns the session token from the cookies of a request, or undefined. */
const sessionIn = (cookies = '', place: Place) =>
  new RegExp(`(?:^|;\\s*)${sessionCookieAt(place)}=([^;]+)`).exec(cookies)?.[1]

function signedIn(token: string, { state, time, baseUrl }: Known, request: MockRequest): Principal | undefined {
  const principal = userOf(token, state, time)
  if (principal && !['GET', 'HEAD', 'OPTIONS'].includes(request.method))
    requireIntent(request, state.cookies.get(token)!.csrf_token, baseUrl)
  return principal
}

/** Returns the caller with this session token, or undefined. Updates the session's time of last use. */
function userOf(token: string, state: State, time: number): Principal | undefined {
  const session = sessionOf(token, state)
  const user = session && state.account(session.user_id)
  if (!user || user.status !== 'active' || Date.parse(session.expires_at) <= time) return undefined
  session.last_used_at = toTheMinute(time)
  const { id, name, role, owner } = user
  return {
    type: 'session',
    credential: token,
    id,
    name,
    user_id: id,
    role,
    ...state.application.access.powerOf({ role, user_id: id, owner }),
  }
}

/** Returns the session with this token, or undefined. */
export function sessionOf(token: string, { cookies, db }: State): Session | undefined {
  const cookie = cookies.get(token)
  return cookie && db.sessions.find(({ id }) => id === cookie.session)
}

const toTheMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16)}:00.000Z`

/** Returns a known caller with its present permissions. Returns undefined if its credential has ended, its user was deleted, or it may do less. */
export function currentPrincipal(state: State, principal: Principal, time: number): Principal | undefined {
  const { type, credential = '' } = principal
  if (type === 'access_token') return valid(state.tokens.get(credential), time, '')
  const now = (type === 'session' ? userOf : ownerOf)(credential, state, time)
  const mayAsMuch = (by: Principal) => state.application.access.covers(by.role, principal.role) && holds(by, principal)
  return now && !now.hasLeft && mayAsMuch(now) ? now : undefined
}

/** Throws `csrf` if a page of another origin opens a connection with a session cookie. */
export function requireOwnConnection({ headers }: MockRequest, isSocket: boolean, place: Place): void {
  if (sessionIn(headers['cookie'], place) === undefined) return
  const foreign = isSocket ? foreignSocket : foreignPage
  refuseForeign(foreign(headers, new URL(place.baseUrl).origin))
}

/** Throws `csrf` for a sign-in from a page of another origin. Pages of this machine are allowed. */
export function requireOwnSignIn({ headers }: MockRequest, baseUrl: string): void {
  if (!isOfThisMachine(headers['origin'] ?? '')) refuseForeign(foreignSignIn(headers, new URL(baseUrl).origin))
}

/** Throws `csrf` unless a change comes from a page of this service and carries the session's CSRF token. */
function requireIntent({ headers }: MockRequest, token: string, baseUrl: string): void {
  refuseForeign(foreignPage(headers, new URL(baseUrl).origin))
  if (headers['x-csrf-token'] === token) return
  throw new Problem(
    'csrf',
    'A change with the session cookie needs the csrf_token of the session in the header X-CSRF-Token.',
  )
}

function refuseForeign(refusal: string | undefined): void {
  if (refusal !== undefined) throw new Problem('csrf', refusal)
}

/** Decodes base64; returns an empty text if it cannot be decoded. */
export function decoded(base64: string): string {
  try {
    return atob(base64)
  } catch {
    return ''
  }
}
