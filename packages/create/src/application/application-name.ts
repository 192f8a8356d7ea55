import { Refusal } from '../ending.ts'
import { KEYWORDS, NAMES_OF_CORE } from '../resource/reserved.ts'
import { formsOf, isHyphenated } from '../text/forms.ts'

/** Names that follow from that of an application have no more. */
const LONGEST = 40

/** What the client of a new application has by another meaning, beside what the core calls so. */
const NAMES_OF_CLIENT: ReadonlySet<string> = new Set([
  'Client',
  'Error',
  'ErrorCode',
  'ErrorCodes',
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
  const { camel, pascal, snake } = formsOf(name)
  if (NAMES_OF_CLIENT.has(pascal) || NAMES_OF_CORE.has(snake))
    throw new Refusal(`"${name}" cannot be the name of an application: its client has something else called ${pascal}.`)
  if (KEYWORDS.has(camel))
    throw new Refusal(
      `"${name}" cannot be the name of an application: ${camel} is a word of TypeScript. Choose another one.`,
    )
}
