import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'

export interface AuthErrorView {
  /** Code of the error, such as `invalid_request` (RFC 6749, section 4.1.2.1). */
  error: string
  /** What happened, for the developers of the client. */
  description: string
}

/** Returns the page that says why a request for authorization can't return to its client. */
export function authErrorPage({ error, description }: AuthErrorView): Page {
  return cardPage(
    'This can’t go on',
    html`<h1>This can’t go on</h1>
      <p>
        The request that led here can’t be answered, and nothing was shared. Return to the application and start again.
        If that leads here once more, tell its makers what stands below.
      </p>
      <p class="soft"><code>${error}</code><br />${description}</p>`,
  )
}
