import { alert, field, form, type FormTarget } from './form.ts'
import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'

export interface DeviceCodeView extends FormTarget {
  /** Code that the user typed before. */
  userCode?: string | undefined
  /** What went wrong, as a sentence. */
  error?: string | undefined
}

/** Returns the page that asks for the code that a device shows (RFC 8628, section 3.3). Posts `user_code`. */
export function deviceCodePage({ userCode, error, ...target }: DeviceCodeView): Page {
  return cardPage(
    'Connect a device',
    html`<h1>Connect a device</h1>
      <p class="soft">Type the code that the device shows. Capitals and dashes don’t matter.</p>
      ${form(
        target,
        html`${alert(error)}
          ${field({ label: 'Code', name: 'user_code', autocomplete: 'off', value: userCode, error, focus: true, look: 'code', autocapitalize: 'characters' })}
          <div class="actions"><button class="primary">Continue</button></div>`,
      )}`,
  )
}
