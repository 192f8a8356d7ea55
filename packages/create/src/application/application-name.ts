import { Refusal } from '../ending.ts'
import { formsOf, isHyphenated } from '../text/forms.ts'

const LONGEST = 50

/** What the client of a new application has by another meaning. */
const NAMES_OF_CLIENT: ReadonlySet<string> = new Set([
  'Client',
  'Error',
  'Event',
  'List',
  'Member',
  'Page',
  'Resource',
  'SupportTicket',
])

/** Throws `Refusal` where an application cannot be called so. */
export function requireApplicationName(name: string): void {
  if (!isHyphenated(name) || name.length > LONGEST)
    throw new Refusal(
      `"${name}" cannot be the name of an application: use up to ${LONGEST} lower-case letters, digits and hyphens, with a letter first, as in my-api.`,
    )
  const { pascal } = formsOf(name)
  if (NAMES_OF_CLIENT.has(pascal))
    throw new Refusal(`"${name}" cannot be the name of an application: its client has something else called ${pascal}.`)
}
