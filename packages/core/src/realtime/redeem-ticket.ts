import type { SecretSource } from '../identity/principal-source.ts'
import type { Principal } from '../contract/principal.ts'
import { currentPrincipal } from '../callers/current-principal.ts'
import { hashOf, isSecret } from '../crypto/secret.ts'
import type { WrittenPrincipal } from './ticket.entity.ts'

/** One statement, so that only one of several requests at the same time gets the row, in whatever process. */
const take = {
  name: 'redeem ticket',
  text: 'delete from tickets where token_hash = $1 returning principal, expires_at',
}

/**
 * Redeems a ticket, and returns the principal that it was issued to. Returns undefined for a ticket that is unknown, used or expired, or whose credential is
 * no longer valid. `time` is in milliseconds. Later checks of the credential use `currentPrincipal`.
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
