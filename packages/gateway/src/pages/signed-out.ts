import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'

/** Returns the page that says that the session of this browser has ended. */
export function signedOutPage(): Page {
  return cardPage(
    'Signed out',
    html`<h1>You are signed out</h1>
      <p>The session of this browser has ended. You can close this page.</p>`,
  )
}
