import { randomUUID } from 'node:crypto'
import { answerAt } from './loopback.ts'
import { clientId, redirectUrl } from './settings.ts'

/**
 * The sign-in of a user for an agent, as the `OAuthClientProvider` of both MCP clients. The clients do the rest, from discovery of the authorization
 * server to the refresh of tokens. Tokens are lost when the program ends; a long-running program stores them as safely as passwords.
 */
export class SignIn<Tokens, Server> {
  readonly redirectUrl = redirectUrl.href
  readonly clientMetadata = {
    redirect_uris: [redirectUrl.href],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  }
  readonly #state: string = randomUUID()
  #verifier = ''
  #tokens?: Tokens
  #server?: Server
  #answer?: Promise<URLSearchParams>

  readonly clientInformation = () => ({ client_id: clientId })

  /** `state` binds the authorization response to this request. PKCE's verifier binds the code to this program. */
  readonly state = () => this.#state
  readonly storedState = this.state
  readonly saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  readonly codeVerifier = () => this.#verifier

  readonly saveTokens = (tokens: Tokens) => void (this.#tokens = tokens)
  readonly tokens = () => this.#tokens

  /** Stores the authorization server that the user was sent to, so that no other server gets the code. Each MCP client calls this by its own name. */
  readonly saveDiscoveryState = (server: Server) => void (this.#server = server)
  readonly discoveryState = () => this.#server
  readonly saveAuthorizationServerInformation = this.saveDiscoveryState
  readonly authorizationServerInformation = this.discoveryState

  redirectToAuthorization(page: URL): void {
    this.#answer = answerAt(redirectUrl, this.#state)
    console.error(`Sign in at ${page.href}`)
  }

  /** Resolves to the authorization response that the user's browser brings. Throws an `Error` when no sign-in was started. */
  answer(): Promise<URLSearchParams> {
    if (!this.#answer) throw new Error('Nobody was asked to sign in.')
    return this.#answer
  }
}
