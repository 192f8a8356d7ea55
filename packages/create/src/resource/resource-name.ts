import { Refusal } from '../ending.ts'
import { type Forms, formsOf, isHyphenated } from '../text/forms.ts'
import { KEYWORDS, NAMES_OF_CORE, TYPES_OF_CLIENT } from './reserved.ts'

/** The names of a resource. */
export interface ResourceName {
  plural: Forms
  /** Name of one record. */
  singular: Forms
}

/** Returns the name in the arguments of a command. Throws `Refusal` for an unusable name, or for a word of the pattern that resources are made from. */
export function resourceNameOf(given: readonly string[], wordsOfPattern: ReadonlySet<string>): ResourceName {
  const [plural, singular = singularOf(plural ?? ''), ...more] = given
  if (plural === undefined || more.length > 0)
    throw new Refusal('Say the plural of what is added, as in npm run add-resource -- invoices.')
  for (const word of [plural, singular]) requireUsable(word, wordsOfPattern)
  if (plural === singular)
    throw new Refusal(
      `"${plural}" is no plural that tells its singular. Say both, as in npm run add-resource -- people person.`,
    )
  return { plural: formsOf(plural), singular: formsOf(singular) }
}

function requireUsable(word: string, wordsOfPattern: ReadonlySet<string>): void {
  if (!isHyphenated(word))
    throw new Refusal(
      `"${word}" cannot be the name of a resource: use lower-case letters, digits and hyphens, with a letter first, as in purchase-orders.`,
    )
  const { camel, pascal, snake } = formsOf(word)
  if (KEYWORDS.has(camel))
    throw new Refusal(
      `"${word}" cannot be the name of a resource: ${camel} is a word of TypeScript. Choose another one.`,
    )
  if (NAMES_OF_CORE.has(snake))
    throw new Refusal(
      `"${word}" cannot be the name of a resource: the core has something called so. Choose another one.`,
    )
  if (TYPES_OF_CLIENT.has(pascal))
    throw new Refusal(
      `"${word}" cannot be the name of a resource: every client has something else called ${pascal}. Choose another one.`,
    )
  const taken = [camel, pascal].find((name) => wordsOfPattern.has(name))
  if (taken !== undefined)
    throw new Refusal(
      `"${word}" cannot be the name of a resource: ${taken} is something else in what would be written. Choose another one.`,
    )
}

/** Endings of plurals, each after its exceptions, with their replacements. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\b(?:series|species))$/, ''],
  [/(?<=\b[a-z]|\b(?:brown|calor|cook|hood|mov|rook|self|zomb))ies$/, 'ie'],
  [/ies$/, 'y'],
  [/(?<=\b(?:ach|avalanch|cach|headach|nich))es$/, 'e'],
  [/(?<=(?:analy|cri|diagno|the)s)es$/, 'is'],
  [/(?<=ss|sh|ch|x|zz|ias|atlas|canvas)es$/, ''],
  [/(?<=\b(?:ab|exc|f))uses$/, 'use'],
  [/(?<=[^-ao]us)es$/, ''],
  [/(?<=(?:ech|her|potat|tomat|vet))oes$/, 'o'],
  [/(?<=(?:hal|loa|shel|thie|wol))ves$/, 'f'],
  [/(?<![isu])s$/, ''],
]

/** Returns the singular that a plural's ending gives; the text unchanged when no ending matches. */
function singularOf(plural: string): string {
  const found = ENDINGS.find(([ending]) => ending.test(plural))
  return found ? plural.replace(...found) : plural
}
