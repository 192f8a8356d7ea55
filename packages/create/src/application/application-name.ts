import { Refusal } from '../ending.ts'
import { KEYWORDS, NAMES_OF_CORE, TYPES_OF_CLIENT } from '../resource/reserved.ts'
import { formsOf, isHyphenated } from '../text/forms.ts'

/** Most characters of an application's name, and of the names that are made from it. */
const LONGEST = 40

/** Modules of a client, besides the module of its class, which has the application's name. */
const MODULES_OF_CLIENT: ReadonlySet<string> = new Set(['errors', 'index'])

/** Names of the template's own types, and of the records that these are named after. */
const OF_TEMPLATE = /^(?:Member|SupportTicket)(?:$|s(?:Resource|(?:List|Create|Update|SetPassword)(?:Body|Query))$)/

/** Throws `Refusal` for a name that an application cannot have. */
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
