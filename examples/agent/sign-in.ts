import { randomUUID } from 'node:crypto'
import { answerAt } from './loopback.ts'
import { clientId, redirectUrl } from './settings.ts'

/**
 * A person who signs in for an agent, as both clients want it (`OAuthClientProvider`): they do the rest, from finding the authorization server to new
 * tokens. What is kept here ends with the program. One that goes on keeps it where passwords are kept.
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

  /** Ties the answer to this request, and PKCE's verifier the code to this program. */
  readonly state = () => this.#state
  readonly storedState = this.state
  readonly saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  readonly codeVerifier = () => this.#verifier

  readonly saveTokens = (tokens: Tokens) => void (this.#tokens = tokens)
  readonly tokens = () => this.#tokens

  /** Whom the person was sent to, so that the code goes to nobody else. Each client has its own name for it. */
  readonly saveDiscoveryState = (server: Server) => void (this.#server = server)
  readonly discoveryState = () => this.#server
  readonly saveAuthorizationServerInformation = this.saveDiscoveryState
  readonly authorizationServerInformation = this.discoveryState

  redirectToAuthorization(page: URL): void {
    this.#answer = answerAt(redirectUrl, this.#state)
    console.error(`Sign in at ${page.href}`)
  }

  /** What the person's browser comes back with. */
  answer(): Promise<URLSearchParams> {
    if (!this.#answer) throw new Error('Nobody was asked to sign in.')
    return this.#answer
  }
}
