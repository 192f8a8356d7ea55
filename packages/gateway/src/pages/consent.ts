import { form, type FormTarget } from './form.ts'
import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'
import { chosenName, type SignedIn, signedInAs } from './people.ts'
import { scopeList, type ScopeWords } from './scopes.ts'

export interface ConsentView extends FormTarget {
  clientName: string
  account: SignedIn
  scopes: ScopeWords[]
  /** Where either answer leads: the host of the client's redirect address. */
  redirectHost: string
}

/** Asks whether a client may act for the user: posts `decision`, which is `allow` or `deny`. */
export function consentPage({ clientName, account, scopes, redirectHost, ...target }: ConsentView): Page {
  const client = chosenName(clientName)
  const host = html`<strong><bdi>${redirectHost}</bdi></strong>`
  return cardPage(
    'Allow access?',
    html`<h1>Allow ${client} to use your account?</h1>
      ${signedInAs(account)}
      <p>It asks to:</p>
      ${scopeList(scopes)}
      <p>Either answer takes you to ${host}. Allow this only if you trust it.</p>
      ${form(
        target,
        html`<div class="actions pair">
          <button class="primary" name="decision" value="allow">Allow</button>
          <button name="decision" value="deny">Deny</button>
        </div>`,
      )}`,
  )
}
