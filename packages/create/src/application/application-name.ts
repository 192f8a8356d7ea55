import { Refusal } from '../ending.ts'
import { KEYWORDS, NAMES_OF_CORE, TYPES_OF_CLIENT } from '../resource/reserved.ts'
import { formsOf, isHyphenated } from '../text/forms.ts'

/** Names that follow from that of an application have no more. */
const LONGEST = 40

/** Modules of a client beside that of its class. */
const MODULES_OF_CLIENT: ReadonlySet<string> = new Set(['errors', 'index'])

/** What the template has of its own, types and what they are named after. */
const OF_TEMPLATE = /^(?:Member|SupportTicket)(?:$|s(?:Resource|(?:List|Create|Update)(?:Body|Query))$)/

/** Throws `Refusal` where an application cannot be called so. */
export function requireApplicationName(name: string): void {
  if (!isHyphenated(name) || name.length > LONGEST)
    throw new Refusal(
      `"${name}" cannot be the name of an application: use up to ${LONGEST} lower-case letters, digits and hyphens, with a letter first, as in my-api.`,
    )
  const { camel, pascal, kebab, snake } = formsOf(name)
  if (
    MODULES_OF_CLIENT.has(kebab) ||
    TYPES_OF_CLIENT.has(pascal) ||
    OF_TEMPLATE.test(pascal) ||
    NAMES_OF_CORE.has(snake)
  )
    throw new Refusal(
      `"${name}" cannot be the name of an application: its client has something else called ${pascal}. Choose another one.`,
    )
  if (KEYWORDS.has(camel))
    throw new Refusal(
      `"${name}" cannot be the name of an application: ${camel} is a word of TypeScript. Choose another one.`,
    )
}
