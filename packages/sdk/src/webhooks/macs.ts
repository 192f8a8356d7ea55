/** Returns the signature of a signed content by each key: 32 bytes (HMAC with SHA-256). */
export const macsBy = (keys: readonly CryptoKey[], content: Uint8Array<ArrayBuffer>): Promise<Uint8Array[]> =>
  Promise.all(keys.map(async (key) => new Uint8Array(await crypto.subtle.sign('HMAC', key, content))))

/** Compares a given signature with the right one, in a time that does not tell where they differ. */
export const isSameMac = (given: ArrayLike<number>, mac: Uint8Array): boolean =>
  !mac.reduce((difference, byte, place) => difference | (byte ^ given[place]!), given.length ^ mac.length)
