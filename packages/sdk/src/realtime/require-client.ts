import type { Client } from '../core/client.ts'
import { RosterError } from '../core/errors.ts'

/** Throws a `RosterError` if the first argument of `connect` or `subscribe` is no client. */
export function requireClient(client: Client | undefined): void {
  if (!client?.open) throw new RosterError('Pass a client: connect(roster).')
}
