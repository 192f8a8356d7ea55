import { RosterError } from './errors.ts'

/** Query parameters by name. Those without a value, undefined or null, are not sent. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>

/** Returns an http or https address, normalized. Throws a `RosterError` for others, which names `option` and never quotes the text: it can hold a password. */
export function addressOf(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new RosterError(`\`${option}\` is no http or https address. Write it in full: https://roster.example.com.`)
  if (url.username || url.password || url.search || url.hash)
    throw new RosterError(`\`${option}\` holds a user name, a password, a query or a fragment. Pass the address alone.`)
  return url.href
}

/** Value of a path parameter: mostly the identifier of a record. */
export type PathValue = string | number | boolean

/** Returns a path of the API reference with its parameters replaced by the identifiers, in order. */
export function pathOf(route: string, ids: readonly PathValue[]): string {
  // A path without a leading slash would become part of the host, to which the credential is sent.
  if (typeof route !== 'string' || !route.startsWith('/'))
    throw new RosterError(`The path is ${JSON.stringify(route)}. Write it as in the API reference: /v1/users.`)
  let index = 0
  return route.replace(/\{([^}]*)\}/g, (_, name: string) => segment(name, ids[index++]))
}

/**
 * Returns an identifier as a path segment. Throws a `RosterError` for a missing one, which would change the request: `DELETE /v1/users/` is about all users.
 */
function segment(name: string, id: unknown): string {
  const text = typeof id === 'boolean' || isPlain(id) ? String(id) : id
  if (typeof text !== 'string' || !text.isWellFormed() || ['', '.', '..'].includes(text))
    throw new RosterError(`${name} is ${shown(id)}, which cannot name a record. Pass its identifier.`)
  return encodeURIComponent(text)
}

/** Whether a number is written without an exponent. Services read no exponents in an address. */
const isPlain = (id: unknown) => typeof id === 'number' && /^-?[\d.]+$/.test(String(id))

const shown = (id: unknown) => (typeof id === 'number' ? String(id) : JSON.stringify(id))

/** Returns the query string with its `?`, or an empty text. Parameters that are null or undefined are left out; lists are joined by commas. */
export function queryOf(query: Query): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(name, String(value)))}`)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function wellFormed(name: string, text: string): string {
  if (text.isWellFormed()) return text
  throw new RosterError(`The parameter ${name} is no well-formed text: half of a character is missing.`)
}
