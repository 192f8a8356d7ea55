import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'

/** Returns the page that says that the session of this browser continues. */
export function stillSignedInPage(): Page {
  return cardPage(
    'Still signed in',
    html`<h1>You are still signed in</h1>
      <p>The session of this browser goes on. You can close this page.</p>`,
  )
}
