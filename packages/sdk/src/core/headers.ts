import { RosterError } from './errors.ts'
import type { Product } from './product.ts'

type Layer = Readonly<Record<string, string | undefined>>

/** Merges the headers of one request, by name in lower case. Later layers win, and a value of undefined removes a header. */
export function headersOf(...layers: readonly (Layer | undefined)[]) {
  const headers: Record<string, string> = {}
  for (const layer of layers)
    for (const name in layer) {
      const value = layer[name] ?? undefined
      if (value === undefined) delete headers[name.toLowerCase()]
      else headers[name.toLowerCase()] = value
    }
  return headers
}

/** Returns the option `headers` if it is a plain object. Throws a `RosterError` otherwise: an iterable such as `Headers` has no headers as properties. */
export function plain(headers: Layer = {}): Layer {
  if (typeof headers === 'object' && !(Symbol.iterator in Object(headers))) return headers
  throw new RosterError('`headers` is no plain object. Pass Object.fromEntries(headers).')
}

/** Returns the headers to send. Throws a `RosterError` for a header that cannot be sent; the message does not quote the value, which may be a secret. */
export function sendableHeaders(headers: Readonly<Record<string, string>>): Headers {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) set(sent, name, value)
  return sent
}

function set(headers: Headers, name: string, value: unknown): void {
  try {
    if (typeof value === 'string') return headers.set(name, value)
  } catch {
    // Reported below, as is a value that is no text.
  }
  throw new RosterError(
    `The header ${JSON.stringify(name)} cannot be sent. Its name takes letters, digits and hyphens, its value one line of Latin-1: encode others.`,
  )
}

/** Returns the `User-Agent` header; none in browsers, which send their own. Another value would need a CORS permission that services do not give. */
export const userAgent = (product: Product): Record<string, string> =>
  'document' in globalThis || 'importScripts' in globalThis ? {} : { 'user-agent': product.userAgent }

/** Returns 128 random bits in hexadecimal. `crypto.randomUUID` is missing on pages that were not loaded over https. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
