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
  const [id, secret] = credentialsOf(request, form)
  const client = state.db.oauthClients.find(({ client_id }) => client_id === id)
  if (!client || secret === '' || state.clientSecrets.get(id) !== secret) return refusal(401, 'invalid_client')
  if (form.get('grant_type') !== 'client_credentials') return refusal(400, 'unsupported_grant_type')
  if (!client.grant_types.includes('client_credentials')) return refusal(400, 'unauthorized_client')
  const granted: string[] = client.scopes
  const wanted = form.get('scope')?.split(' ').filter(Boolean) ?? granted
  if (!wanted.every((scope) => granted.includes(scope))) return refusal(400, 'invalid_scope')

  const wantedResource = form.get('resource') ?? baseUrl
  const resource = wantedResource === baseUrl + MCP_PATH ? MCP_PATH : ''
  if (wantedResource !== baseUrl + resource) return refusal(400, 'invalid_target')

  const scopes = new Set(state.application.access.scopeNames.filter((scope) => wanted.includes(scope)))
  const access_token = state.random.token(43)
  const caller = { id, name: client.name, user_id: null, role: SERVICE, scopes, owner: null }
  const principal: Principal = { type: 'access_token', credential: access_token, ...caller }
  state.tokens.set(access_token, { principal, until: time + LIFETIME * 1_000, resource })
  return json(200, { access_token, token_type: 'Bearer', expires_in: LIFETIME, scope: wanted.join(' ') })
}

/** Identifier and secret of a client, from HTTP Basic or the body (RFC 6749, section 2.3.1). */
function credentialsOf({ headers }: MockRequest, form: URLSearchParams): [id: string, secret: string] {
  const [, basic] = /^Basic +(.+)$/i.exec(headers['authorization'] ?? '') ?? []
  if (basic === undefined) return [form.get('client_id') ?? '', form.get('client_secret') ?? '']
  const [id = '', secret = ''] = atob(basic).split(':').map(decodeURIComponent)
  return [id, secret]
}

const refusal = (status: number, error: string) => json(status, { error })

const json = (status: number, body: unknown) =>
  Response.json(body, { status, headers: { ...SECURITY_HEADERS, 'cache-control': 'no-store' } })
