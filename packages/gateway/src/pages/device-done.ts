import { html } from './html.ts'
import { cardPage, type Page } from './page.ts'
import { chosenName } from './people.ts'

/** Returns the page that says that a device is connected. */
export function deviceDonePage({ clientName }: { clientName: string }): Page {
  return cardPage(
    'Device connected',
    html`<h1>Device connected</h1>
      <p>
        <strong>${chosenName(clientName)}</strong> goes on by itself in a few seconds. You can close this page and
        return to the device.
      </p>`,
  )
}
