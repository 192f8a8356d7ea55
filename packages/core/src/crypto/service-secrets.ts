import { hkdfSync } from 'node:crypto'

/** The secrets of a service, of 32 bytes or more each. The first one seals and signs; all of them open and verify. */
export type ServiceSecrets = readonly [Uint8Array, ...Uint8Array[]]

/** Derives a key of 32 bytes from each secret (HKDF, RFC 5869), in the same order. `purpose` separates the keys of different uses. */
export function keysFrom(secrets: ServiceSecrets, purpose: string): [Buffer, ...Buffer[]] {
  const [first, ...others] = secrets
  const keyFrom = (secret: Uint8Array) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return [keyFrom(first), ...others.map(keyFrom)]
}
