import type { Query } from '../data/statement.ts'
import { sealedPlaces, sealedTexts } from './sealed-places.ts'
import { createSealer, SealedOtherwise } from './sealer.ts'
import type { ServiceSecrets } from './service-secrets.ts'

/** Returns the first secret of a service, and each of the others with which a text in the database is sealed. */
export async function secretsIn(query: Query, [first, ...others]: ServiceSecrets): Promise<ServiceSecrets> {
  const unused = new Set(others)
  for (const place of others.length > 0 ? await sealedPlaces(query) : []) {
    const sealers = others.map((secret) => ({ secret, sealer: createSealer([secret], place.purpose) }))
    for await (const sealed of sealedTexts(query, place))
      for (const { secret, sealer } of sealers) if (unused.has(secret) && opens(sealer, sealed)) unused.delete(secret)
  }
  return [first, ...others.filter((secret) => !unused.has(secret))]
}

function opens({ unseal }: Pick<ReturnType<typeof createSealer>, 'unseal'>, sealed: string): boolean {
  try {
    unseal(sealed)
    return true
  } catch (error) {
    if (error instanceof SealedOtherwise) return false
    throw error
  }
}
