import { RosterError } from './errors.ts'

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | null | undefined>>

/** An address of the service. `option` names it in errors, which never quote it: it can hold a password. */
export function addressOf(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new RosterError(`\`${option}\` is no http or https address. Write it in full: https://roster.example.com.`)
  if (url.username || url.password || url.search || url.hash)
    throw new RosterError(`\`${option}\` holds a user name, a password, a query or a fragment. Pass the address alone.`)
  return url.href
}

/** What fills a parameter of a path: mostly the identifier of a record. */
export type PathValue = string | number | boolean

/** A path of the API reference with its identifiers filled in, in their order. */
export function pathOf(route: string, ids: readonly PathValue[]): string {
  // What does not begin with a slash would be read as a part of the host, to which the credential goes.
  if (typeof route !== 'string' || !route.startsWith('/'))
    throw new RosterError(`The path is ${JSON.stringify(route)}. Write it as in the API reference: /v1/users.`)
  // What is between two braces stands at an odd place.
  const parts = route.split(/[{}]/)
  return parts.map((part, place) => (place % 2 === 0 ? part : segment(part, ids[(place - 1) / 2]))).join('')
}

/** A missing identifier would make another request of it: `DELETE /v1/users/` is about all users. */
function segment(name: string, id: unknown): string {
  const text = typeof id === 'boolean' || isPlain(id) ? String(id) : id
  if (typeof text !== 'string' || !text.isWellFormed() || ['', '.', '..'].includes(text))
    throw new RosterError(`${name} is ${shown(id)}, which cannot name a record. Pass its identifier.`)
  return encodeURIComponent(text)
}

/** Services read no number in an address that is written with an exponent. */
const isPlain = (id: unknown) => typeof id === 'number' && /^-?[\d.]+$/.test(String(id))

const shown = (id: unknown) => (typeof id === 'number' ? String(id) : JSON.stringify(id))

/** Query parameters with their `?`. Those that are null or undefined are left out; lists are joined by commas. */
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
