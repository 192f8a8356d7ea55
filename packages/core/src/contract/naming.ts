/** What secrets of each kind begin with, by which their owners and scanners tell them apart. */
export interface SecretPrefixes {
  readonly apiKey: string
  readonly oauthClient: string
  readonly session: string
  readonly ticket: string
}

/** What an application is called, wherever its name is needed. All of it follows from the name that people know it by. */
export interface Naming {
  /** To people: `Public Library`. */
  readonly title: string
  /** To programs, in realms, cookies, channels and keys: `public_library`. */
  readonly slug: string
  /** What its own settings begin with: `PUBLIC_LIBRARY_`. */
  readonly prefix: string
  /** To servers that it calls (RFC 9110, section 10.1.5): `PublicLibrary`. */
  readonly product: string
  readonly secretPrefixes: SecretPrefixes
}

/** Longest slug: channels of PostgreSQL, whose names it begins, have 63 characters at most. */
const MAX_SLUG = 40

/** What secrets begin with leaves most of the 12 characters, by which keys are told apart, to what is random. */
const KEY_PREFIX = /^[a-z][a-z\d]{0,3}$/

/**
 * The names that follow from that of an application. Its secrets begin with `keyPrefix`: `lib` makes API keys `libk_…`; by default with the
 * initials of its words. Throws where settings, cookies or secrets cannot be called so.
 */
export function namingOf(title: string, keyPrefix?: string): Naming {
  const words = title.match(/[a-z0-9]+/gi) ?? []
  if (!/^[a-z]/i.test(words[0] ?? ''))
    throw new Error(
      `The application is called "${title}", which begins with no letter from A to Z. Call it by one that does.`,
    )
  const slug = words.join('_').toLowerCase()
  if (slug.length > MAX_SLUG)
    throw new Error(`The application is called "${title}". Call it by ${MAX_SLUG} letters at most.`)
  const product = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  const secretPrefixes = secretPrefixesOf(keyPrefix ?? initialsOf(words))
  return { title, slug, prefix: `${slug.toUpperCase()}_`, product, secretPrefixes }
}

const initialsOf = (words: readonly string[]) =>
  words
    .map((word) => word[0])
    .join('')
    .toLowerCase()
    .slice(0, 4)

function secretPrefixesOf(keyPrefix: string): SecretPrefixes {
  if (!KEY_PREFIX.test(keyPrefix))
    throw new Error(
      `The \`keyPrefix\` of the application is "${keyPrefix}". Make it one to four small letters and digits, of which the first is a letter.`,
    )
  return {
    apiKey: `${keyPrefix}k_`,
    oauthClient: `${keyPrefix}cs_`,
    session: `${keyPrefix}s_`,
    ticket: `${keyPrefix}t_`,
  }
}
