import { type Html, html } from './html.ts'

/** The user who is signed in. */
export interface SignedIn {
  name: string
  email: string
}

/** Returns a name that someone else chose, isolated from the direction and the marks of the text around it. */
export function chosenName(name: string): Html {
  return html`<bdi>${name}</bdi>`
}

/** Returns the line that names the account of a page. */
export function signedInAs({ name, email }: SignedIn): Html {
  return html`<p class="soft">Signed in as ${chosenName(name)} (<bdi>${email}</bdi>).</p>`
}
