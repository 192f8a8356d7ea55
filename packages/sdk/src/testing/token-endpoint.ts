import { SECURITY_HEADERS } from '#gateway/http/security-headers'
import { SERVICE } from '#core/contract/access'
import { MCP_PATH } from '#gateway/mcp/path'
import type { Principal } from './principal.ts'
import type { MockRequest } from './request.ts'
import type { Service } from './service.ts'

/** How long an access token lasts, in seconds. */
const LIFETIME = 900

/**
 * Answers a client that asks for a token of its own: `client_credentials` (RFC 6749, section 4.4), for the service or, by `resource` (RFC 8707), for
 * what agents call. The mock knows no other grant.
 */
export function issueToken(
  { state, baseUrl }: Pick<Service, 'state' | 'baseUrl'>,
  request: MockRequest,
  time: number,
): Response {
  const form = new URLSearchParams(new TextDecoder().decode(request.bytes))
  const credentials = credentialsOf(request, form)
  if (!credentials) return refusal(400, 'invalid_request')
  const { id, method } = credentials
  const client = state.db.oauthClients.find(({ client_id }) => client_id === id)
  if (!client || method !== client.token_endpoint_auth_method || !isSecretOf(state, credentials))
    return refusal(401, 'invalid_client', method === 'client_secret_basic' ? challengeOf(baseUrl) : {})
  if (form.get('grant_type') !== 'client_credentials') return refusal(400, 'unsupported_grant_type')
  if (!client.grant_types.includes('client_credentials')) return refusal(400, 'unauthorized_client')
  const asked = form.get('scope')?.split(' ')
  const granted = state.application.access.scopeNames.filter(
    (scope) => client.scopes.includes(scope) && (asked?.includes(scope) ?? true),
  )
  if (granted.length === 0) return refusal(400, 'invalid_scope')

  const wantedResource = form.get('resource') ?? baseUrl
  const resource = wantedResource === baseUrl + MCP_PATH ? MCP_PATH : ''
  if (wantedResource !== baseUrl + resource) return refusal(400, 'invalid_target')

  const access_token = state.random.token(43)
  const caller = { id, name: client.name, user_id: null, role: SERVICE, scopes: new Set(granted), owner: null }
  const principal: Principal = { type: 'access_token', credential: access_token, ...caller }
  state.tokens.set(access_token, { principal, until: time + LIFETIME * 1_000, resource })
  return json(200, { access_token, token_type: 'Bearer', expires_in: LIFETIME, scope: granted.join(' ') })
}

interface Credentials {
  id: string
  secret: string
  /** How they were sent, as `token_endpoint_auth_method` has it. */
  method: 'client_secret_basic' | 'client_secret_post'
}

/** What a client says of itself, by HTTP Basic or in the body (RFC 6749, section 2.3.1); undefined where that cannot be read. */
function credentialsOf({ headers }: MockRequest, form: URLSearchParams): Credentials | undefined {
  const [, basic] = /^Basic +(.+)$/i.exec(headers['authorization'] ?? '') ?? []
  if (basic === undefined)
    return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '', method: 'client_secret_post' }
  try {
    const [id = '', secret = ''] = atob(basic).split(':').map(decodeURIComponent)
    return { id, secret, method: 'client_secret_basic' }
  } catch {
    return undefined
  }
}

const isSecretOf = ({ clientSecrets }: Service['state'], { id, secret }: Credentials) =>
  secret !== '' && clientSecrets.get(id) === secret

const challengeOf = (baseUrl: string) => ({ 'www-authenticate': `Basic realm="${baseUrl}", error="invalid_client"` })

const refusal = (status: number, error: string, headers: Record<string, string> = {}) =>
  json(status, { error }, headers)

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { ...SECURITY_HEADERS, ...headers, 'cache-control': 'no-store' } })
