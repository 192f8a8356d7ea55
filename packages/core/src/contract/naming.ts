/** Prefixes of secrets, by kind. Owners and secret scanners tell secrets apart by them. */
export interface SecretPrefixes {
  readonly apiKey: string
  readonly oauthClient: string
  readonly session: string
  readonly ticket: string
}

/** The names of an application, one for each use. All follow from the name that people know. */
export interface Naming {
  /** Name for people: `Public Library`. */
  readonly title: string
  /** Name for programs, in realms, cookies, channels and keys: `public_library`. */
  readonly slug: string
  /** Prefix of the application's own settings: `PUBLIC_LIBRARY_`. */
  readonly prefix: string
  /** Product name for servers that the application calls (RFC 9110, section 10.1.5): `PublicLibrary`. */
  readonly product: string
  readonly secretPrefixes: SecretPrefixes
}

/** Maximum length of the slug, in characters. Names of PostgreSQL channels begin with the slug, and have 63 characters at most. */
const MAX_SLUG = 40

/** Pattern of a key prefix. It is short, so that most of the 12 shown characters, by which people tell keys apart, are random. */
const KEY_PREFIX = /^[a-z][a-z\d]{0,3}$/

/**
 * Returns the names that follow from the title of an application. Secrets begin with `keyPrefix`: `lib` makes API keys `libk_…`. Default: the initials of the
 * title. Letters lose their accents. Throws an `Error` when settings, cookies or secrets cannot have such names.
 */
export function namingOf(title: string, keyPrefix?: string): Naming {
  const plain = title.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const words = plain.match(/[a-z0-9]+/gi) ?? []
  if (!/^[a-z]/i.test(plain))
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
