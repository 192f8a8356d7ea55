import { SERVICE } from '#core/contract/access'
import { MCP_PATH } from '#gateway/mcp/path'
import type { Application } from './application.ts'
import { decoded } from './credentials.ts'
import type { Principal } from './principal.ts'
import { Problem } from './problem.ts'
import type { MockRequest } from './request.ts'
import type { HttpResponse } from './response.ts'
import type { Service } from './service.ts'

/** Lifetime of an access token in seconds. */
const LIFETIME = 900

const FORM = 'application/x-www-form-urlencoded'

/** Largest form that the endpoint reads, in KiB. */
const LIMIT = 56

/** The one grant that the mock supports, and the grants of the service. */
const GRANT = 'client_credentials'
const GRANTS = /^(?:client_credentials|authorization_code|refresh_token|urn:ietf:params:oauth:grant-type:device_code)$/

const SCOPES = /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/

/** Parameters of a token request of the supported grant. A request without any lacks more than its client. */
const PARAMETERS = ['grant_type', 'client_id', 'client_secret', 'scope', 'resource']

type Place = Pick<Service, 'state' | 'baseUrl'>
type Headers = Record<string, string>

/** Whether a path is that of the token endpoint. */
export const isTokenPath = (path: string): boolean => /^\/(oauth\/)?token$/.test(path)

/**
 * Issues a token to a client that acts on its own behalf: `client_credentials` (RFC 6749, section 4.4). The token is for the service or, by `resource` (RFC
 * 8707), for what agents call. The mock supports no other grant, and binds no token to a key. `count` counts the request for the client, or for an empty name
 * if the client is unknown.
 */
export async function issueToken(
  place: Place,
  request: MockRequest,
  time: number,
  count: (client: string) => void,
): Promise<HttpResponse> {
  const form = formOf(request)
  const named = partsIn(request.headers)[0] || form.get('client_id')
  count(place.state.db.oauthClients.some(({ client_id }) => client_id === named) ? named! : '')
  return answer(200, await tokenFor(place, request, form, time))
}

/** Returns the OAuth error response for a problem of a token request (RFC 6749, section 5.2). */
export function tokenRefusal({ code, message, headers, status }: Problem, application: Application): HttpResponse {
  if (code.includes('_')) return answer(status!, { error: code, error_description: message }, headers)
  const [usual, , meaning] = application.errorOf(code)
  return tokenRefusal(refusal(errorAt(status ?? usual), message || meaning, status ?? usual, headers), application)
}

/** Returns the OAuth error for a status that any path can respond with. */
function errorAt(status: number): string {
  if (status === 429) return 'temporarily_unavailable'
  return status >= 500 && status !== 501 ? 'server_error' : 'invalid_request'
}

const answer = (status: number, body: object, headers?: Headers): HttpResponse => ({
  status,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
  isRepresentation: false,
})

async function tokenFor({ state, baseUrl }: Place, request: MockRequest, form: URLSearchParams, time: number) {
  const client = clientOf({ state, baseUrl }, request, form)
  requireGrant(form, client.grant_types)
  if (request.headers['dpop']) throw refusal('invalid_dpop_proof', 'the mock takes no DPoP proofs')
  const scope = only(form, 'scope')
  if (scope && !SCOPES.test(scope)) throw refusal('invalid_scope', 'scope contains invalid characters')
  const { access, spec } = state.application
  const resource = resourceOf(form, baseUrl, spec.agents !== undefined)
  // As agents do, a client that names no scope may read only.
  const unnamed = resource === MCP_PATH ? (await spec.agents!()).scopes : access.scopeNames
  const asked = scope ? scope.split(' ') : unnamed
  const granted = client.scopes.filter((name) => access.isScope(name) && asked.includes(name))
  if (granted.length === 0) throw refusal('invalid_scope', 'the client may have none of these scopes')

  const access_token = state.random.token(43)
  const { client_id: id, name } = client
  const caller = { id, name, user_id: null, role: SERVICE, scopes: new Set(granted), owner: null }
  const principal: Principal = { type: 'access_token', credential: access_token, ...caller }
  state.tokens.set(access_token, { principal, until: time + LIFETIME * 1_000, resource })
  return { access_token, token_type: 'Bearer', expires_in: LIFETIME, scope: granted.join(' ') }
}

/** Returns the path of the resource that a token is for (RFC 8707): empty for the service. Throws `invalid_target` for another one, or for several. */
function resourceOf(form: URLSearchParams, baseUrl: string, hasAgents: boolean): string {
  const [named = baseUrl, ...others] = new Set(form.getAll('resource').filter(Boolean))
  if (!URL.canParse(named)) throw refusal('invalid_target', 'resource indicator must be an absolute URI')
  if (others.length === 0 && named === baseUrl) return ''
  if (others.length === 0 && named === baseUrl + MCP_PATH && hasAgents) return MCP_PATH
  throw refusal('invalid_target', 'resource indicator is missing, or unknown')
}

function formOf({ headers, bytes }: MockRequest): URLSearchParams {
  const type = headers['content-type'] ?? (bytes.length > 0 ? '' : FORM)
  if (type.split(';')[0]!.trim().toLowerCase() !== FORM)
    throw new Problem(
      'unsupported-media-type',
      `The body of this request is ${type || 'of no named type'}. Send ${FORM}.`,
    )
  if (bytes.length > LIMIT * 1_024) throw new Problem('payload-too-large', `The request body is over ${LIMIT} KiB.`)
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

/** Returns the client of a request after its authentication. The client must use its registered method and no other (RFC 6749, section 2.3.1). */
function clientOf({ state, baseUrl }: Place, { headers }: MockRequest, form: URLSearchParams) {
  const { authorization } = headers
  const named = only(form, 'client_id')
  const posted = only(form, 'client_secret')
  if (authorization && posted)
    throw refusal('invalid_request', 'client authentication must only be provided using one mechanism')
  const [id, secret] = authorization ? credentialsIn(headers) : [named, posted]
  if (named && named !== id) throw refusal('invalid_request', 'client_id mismatch')
  if (authorization && !secret)
    throw refusal('invalid_request', 'client_secret must be provided in the Authorization header')
  const method = authorization ? 'client_secret_basic' : posted ? 'client_secret_post' : 'none'
  const client = state.db.oauthClients.find(({ client_id }) => client_id === id)
  const isProven = method === 'none' || (secret && state.clientSecrets.get(id!) === secret)
  if (client?.token_endpoint_auth_method === method && isProven) return client
  const failure = id ? 'client authentication failed' : 'no client authentication mechanism provided'
  if (!id && PARAMETERS.every((name) => !form.get(name))) throw refusal('invalid_request', failure)
  const told = authorization && id ? `, error_description="${failure}"` : ''
  throw refusal('invalid_client', failure, 401, {
    'www-authenticate': `Basic realm="${baseUrl}", error="invalid_client"${told}`,
  })
}

/** Returns the texts before and after the first colon in HTTP Basic, as far as they can be decoded. */
const partsIn = ({ authorization = '' }: Headers) =>
  decoded(/^Basic ([^ ]+)$/i.exec(authorization)?.[1] ?? '').split(/:(.*)/s)

/** Returns a client's identifier and secret from HTTP Basic. Throws `invalid_request` for a malformed header. */
function credentialsIn(headers: Headers): string[] {
  const [id = '', secret] = partsIn(headers)
  if (secret === undefined) throw refusal('invalid_request', 'invalid authorization header value format')
  try {
    return [id, secret].map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  } catch {
    throw refusal('invalid_request', 'client_id and client_secret in the authorization header are not properly encoded')
  }
}

function requireGrant(form: URLSearchParams, own: readonly string[]): void {
  const type = only(form, 'grant_type')
  if (!type) throw refusal('invalid_request', "missing required parameter 'grant_type'")
  if (GRANTS.test(type) && !own.includes(type))
    throw refusal('unauthorized_client', 'requested grant type is not allowed for this client')
  if (type !== GRANT) throw refusal('unsupported_grant_type', 'unsupported grant_type requested')
}

/** Returns the value of a parameter. Throws `invalid_request` for a repeated parameter. */
function only(form: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = form.getAll(name)
  if (more.length > 0) throw refusal('invalid_request', `'${name}' parameter must not be provided twice`)
  return value
}

/** Returns the problem of a refused token request (RFC 6749, section 5.2), in the words of the service. */
const refusal = (error: string, description: string, status = 400, headers: Headers = {}) =>
  new Problem(error, description, { status, headers })
