import type { SecretSource } from '../identity/principal-source.ts'
import type { Principal } from '../contract/principal.ts'
import { currentPrincipal } from '../callers/current-principal.ts'
import { hashOf, isSecret } from '../crypto/secret.ts'
import type { WrittenPrincipal } from './ticket.entity.ts'

/** One statement, so that of all who redeem a ticket at once, in whatever process, one gets the row. */
const take = {
  name: 'redeem ticket',
  text: 'delete from tickets where token_hash = $1 returning principal, expires_at',
}

/**
 * Whom a ticket was given to, as far as the credential behind it still holds; undefined where it does not, or the ticket is unknown, used or
 * expired. `time` is in milliseconds. Whether the credential goes on to hold is asked with `currentPrincipal`.
 */
export async function redeemTicket(
  { database, access, naming }: SecretSource,
  ticket: string,
  time: number,
): Promise<Principal | undefined> {
  if (!isSecret(naming.secretPrefixes.ticket, ticket)) return undefined
  const [row] = await database.query<{ principal: WrittenPrincipal; expires_at: string }>(take, [hashOf(ticket)])
  if (!row || Date.parse(row.expires_at) <= time) return undefined
  return currentPrincipal({ database, access }, { ...row.principal, scopes: new Set(row.principal.scopes) }, time)
}
