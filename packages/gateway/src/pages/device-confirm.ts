import { form, type FormTarget } from './form.ts'
import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'
import { chosenName, type SignedIn, signedInAs } from './people.ts'
import { scopeList, type ScopeWords } from './scopes.ts'

export interface DeviceConfirmView extends FormTarget {
  /** The code, as the device shows it. */
  userCode: string
  clientName: string
  scopes: ScopeWords[]
  /** The signed-in user; undefined when the user signs in next. */
  account?: SignedIn | undefined
}

/**
 * Returns the page that asks whether the device that shows this code is the user's own (RFC 8628, section 5.4), and may act for the user. Posts `user_code`
 * with `confirm` or `abort`, whose value is `yes`.
 */
export function deviceConfirmPage({ userCode, clientName, scopes, account, ...target }: DeviceConfirmView): Page {
  return cardPage(
    'Connect this device?',
    html`<h1>Connect ${chosenName(clientName)} on this device?</h1>
      ${account && signedInAs(account)}
      <p>Go on only if you started this yourself, and the device in front of you shows this code:</p>
      <p class="code shown">${userCode}</p>
      <p>It asks to:</p>
      ${scopeList(scopes)}
      ${form(
        target,
        html`<input type="hidden" name="user_code" value="${userCode}" />
          <div class="actions pair">
            <button class="primary" name="confirm" value="yes">Connect</button>
            <button name="abort" value="yes">Cancel</button>
          </div>`,
      )}`,
  )
}
