import { hkdfSync } from 'node:crypto'

/** What a service seals and signs with: 32 bytes or more each. The first seals and signs, and what any of them has sealed or signed is read. */
export type ServiceSecrets = readonly [Uint8Array, ...Uint8Array[]]

/** A key of 32 bytes from each secret (HKDF, RFC 5869), in the same order. `purpose` keeps the keys of different uses apart. */
export function keysFrom(secrets: ServiceSecrets, purpose: string): [Buffer, ...Buffer[]] {
  const [first, ...others] = secrets
  const keyFrom = (secret: Uint8Array) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return [keyFrom(first), ...others.map(keyFrom)]
}
