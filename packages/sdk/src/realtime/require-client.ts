import type { Client } from '../core/client.ts'
import { RosterError } from '../core/errors.ts'

/** Throws a `RosterError` if the first argument of a function is no client. */
export function requireClient(client: Client | undefined, name: 'connect' | 'subscribe'): void {
  if (!client?.open) throw new RosterError(`Pass a client: ${name}(roster).`)
}
