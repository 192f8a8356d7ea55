import type { Query } from '../data/statement.ts'
import { sealedPlaces, sealedTexts } from './sealed-places.ts'

/** Whether anything in a database is sealed, whichever of its tables there are. */
export async function holdsSealed(query: Query): Promise<boolean> {
  for (const place of await sealedPlaces(query)) for await (const _ of sealedTexts(query, place)) return true
  return false
}
