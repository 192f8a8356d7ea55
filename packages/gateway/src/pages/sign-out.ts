import { form, type FormTarget } from './form.ts'
import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'
import { type SignedIn, signedInAs } from './people.ts'

export interface SignOutView extends FormTarget {
  account?: SignedIn | undefined
}

/** Returns the page that asks whether to end the session of this browser. Posts `logout` with the value `yes`, or nothing to stay signed in. */
export function signOutPage({ account, ...target }: SignOutView): Page {
  return cardPage(
    'Sign out?',
    html`<h1>Sign out?</h1>
      ${account && signedInAs(account)}
      <p>This ends your session in this browser. Applications that you signed in to through it lose their access.</p>
      ${form(
        target,
        html`<div class="actions pair">
          <button class="primary" name="logout" value="yes">Sign out</button>
          <button>Stay signed in</button>
        </div>`,
      )}`,
  )
}
