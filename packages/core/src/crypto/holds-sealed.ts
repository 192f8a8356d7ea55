import type { Query } from '../data/statement.ts'
import { sealedPlaces, sealedTexts } from './sealed-places.ts'

/** Whether a database holds any sealed text. Some of its tables may not exist yet. */
export async function holdsSealed(query: Query): Promise<boolean> {
  for (const place of await sealedPlaces(query)) for await (const _ of sealedTexts(query, place)) return true
  return false
}
