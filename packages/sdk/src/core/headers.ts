import { VERSION } from '../version.ts'

/** Headers of one request: later ones win, and undefined leaves one out. */
export function headersOf(...layers: readonly (Readonly<Record<string, string | undefined>> | undefined)[]): Headers {
  const headers = new Headers()
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer ?? {}))) {
    if (value === undefined) headers.delete(name)
    else headers.set(name, value)
  }
  return headers
}

/** In browsers the header is theirs, and sending another one takes a permission that services do not give. */
export const userAgent = (): Record<string, string> =>
  'document' in globalThis || 'importScripts' in globalThis ? {} : { 'user-agent': `roster-sdk/${VERSION}` }

/** 128 random bits. `crypto.randomUUID` is missing on pages that were not loaded over https. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
