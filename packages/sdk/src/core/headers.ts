import { RosterError } from './errors.ts'
import type { Product } from './product.ts'

type Layer = Readonly<Record<string, string | undefined>>

/** Headers of one request, by name in lower case: later ones win, and undefined leaves one out. */
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

/** The option `headers`, if it is one: what can be iterated has its headers elsewhere. */
export function plain(headers: Layer = {}): Layer {
  if (typeof headers === 'object' && !(Symbol.iterator in Object(headers))) return headers
  throw new RosterError('`headers` is no plain object. Pass Object.fromEntries(headers).')
}

/** Headers as they are sent. A value that cannot be is not quoted, for it may be a secret. */
export function sendableHeaders(headers: Readonly<Record<string, string>>): Headers {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) set(sent, name, value)
  return sent
}

function set(headers: Headers, name: string, value: unknown): void {
  try {
    if (typeof value === 'string') return headers.set(name, value)
  } catch {
    // Told below, as is a value that is no text.
  }
  throw new RosterError(
    `The header ${JSON.stringify(name)} cannot be sent. Its name takes letters, digits and hyphens, its value one line of Latin-1: encode others.`,
  )
}

/** In browsers the header is theirs, and sending another one takes a permission that services do not give. */
export const userAgent = (product: Product): Record<string, string> =>
  'document' in globalThis || 'importScripts' in globalThis ? {} : { 'user-agent': product.userAgent }

/** 128 random bits. `crypto.randomUUID` is missing on pages that were not loaded over https. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
