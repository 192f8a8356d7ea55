import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'
import { chosenName } from './people.ts'

/** Returns the page that says that a device got no access. The client is unknown when the answer came too late. */
export function deviceDeniedPage({ clientName }: { clientName?: string | undefined }): Page {
  const client = clientName === undefined ? 'The device' : html`<strong>${chosenName(clientName)}</strong>`
  return cardPage(
    'Device not connected',
    html`<h1>Device not connected</h1>
      <p>
        ${client} got no access to your account. You can close this page. To connect it after all, start again on the
        device.
      </p>`,
  )
}
