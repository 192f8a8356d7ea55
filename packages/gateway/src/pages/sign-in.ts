import { alert, field, form, type FormTarget } from './form.ts'
import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'
import { chosenName } from './people.ts'

export interface SignInView extends FormTarget {
  /** Name of the service. */
  service: string
  /** E-mail address that the user typed before. */
  email?: string | undefined
  /** What went wrong, as a sentence. */
  error?: string | undefined
  /** The client that asks, when there is one. */
  clientName?: string | undefined
}

/** Returns the page that asks for e-mail address and password. Posts `email` and `password`. */
export function signInPage({ service, email, error, clientName, ...target }: SignInView): Page {
  const goal =
    clientName === undefined
      ? `with your ${service} account`
      : html`to go on to <strong>${chosenName(clientName)}</strong>`
  const isKnown = email !== undefined && email !== ''
  return cardPage(
    'Sign in',
    html`<h1>Sign in</h1>
      <p class="soft">${goal}</p>
      ${form(
        target,
        html`${alert(error)}
          ${field({ label: 'E-mail address', name: 'email', type: 'email', autocomplete: 'username', value: email, error, focus: !isKnown })}
          ${field({ label: 'Password', name: 'password', type: 'password', autocomplete: 'current-password', error, focus: isKnown })}
          <div class="actions"><button class="primary">Sign in</button></div>`,
      )}`,
  )
}
