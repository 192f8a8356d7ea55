// Authorization code flow with PKCE (RFC 6749, RFC 7636), using browser APIs only. This example shows each step. Applications should use a
// library such as oauth4webapi.

/** Returns the metadata of the authorization server, with its endpoints (RFC 8414). Throws when the metadata names another issuer. */
export async function discover(issuer) {
  const response = await fetch(`${issuer}/.well-known/oauth-authorization-server`)
  const server = await response.json()
  if (server.issuer !== issuer) throw new Error(`${issuer} says that it is ${server.issuer}.`)
  return server
}

const PENDING = 'pending-sign-in'

/** Redirects to the server's sign-in page. This tab's session storage keeps the `state` and the verifier that check the response. */
export async function beginSignIn(server, client) {
  const state = random()
  const verifier = random()
  sessionStorage.setItem(PENDING, JSON.stringify({ state, verifier }))
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    scope: client.scope,
    state,
    code_challenge: await sha256(verifier),
    code_challenge_method: 'S256',
  })
  location.assign(`${server.authorization_endpoint}?${query}`)
}

/** Exchanges the code of an authorization response for tokens. Returns undefined when the URL has no response. Throws when this tab did not start it. */
export async function finishSignIn(server, client) {
  const answer = new URLSearchParams(location.search)
  if (!answer.has('state')) return undefined
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? '{}')
  sessionStorage.removeItem(PENDING)
  history.replaceState(null, '', location.pathname)
  if (answer.get('state') !== pending.state)
    throw new Error('This answer belongs to no sign-in that was begun in this tab.')
  if (answer.get('iss') !== server.issuer) throw new Error('This answer comes from another server (RFC 9207).')
  if (answer.has('error')) throw new Error(answer.get('error_description') ?? answer.get('error'))
  return askForTokens(server, {
    grant_type: 'authorization_code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    code: answer.get('code'),
    code_verifier: pending.verifier,
  })
}

/** Exchanges a refresh token for new tokens. The old one is then used up: sending it again revokes all tokens of this sign-in. */
export function refresh(server, client, tokens) {
  return askForTokens(server, {
    grant_type: 'refresh_token',
    client_id: client.id,
    refresh_token: tokens.refresh_token,
  })
}

/** Revokes the tokens (RFC 7009), then opens the server's page that ends the session after the user confirms. */
export async function signOut(server, client, tokens) {
  await post(server.revocation_endpoint, { client_id: client.id, token: tokens.refresh_token })
  location.assign(`${server.end_session_endpoint}?${new URLSearchParams({ client_id: client.id })}`)
}

async function askForTokens(server, parameters) {
  const response = await post(server.token_endpoint, parameters)
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error_description ?? answer.error)
  return answer
}

const post = (address, parameters) => fetch(address, { method: 'POST', body: new URLSearchParams(parameters) })

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

const sha256 = async (text) =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
