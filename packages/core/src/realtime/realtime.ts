import type { Foundation } from '../contract/foundation.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'
import { hashOf, newSecret } from '../crypto/secret.ts'
import { realtimeContract } from './realtime.contract.ts'
import { TicketEntity, type WrittenPrincipal } from './ticket.entity.ts'

/** Lifetime of a ticket, in milliseconds. */
const LIFETIME = 30_000

/** Returns the resource `realtime`, in an application with this foundation. */
export function realtimeOf(foundation: Pick<Foundation, 'basePath' | 'naming'>) {
  const contract = realtimeContract(foundation)
  return implement(contract, {
    entities: [TicketEntity],
    procedures: {
      ticket: on(contract.operations.ticket, {
        async run(action) {
          // A ticket carries the caller's present power, so a replay of this response requires that the caller still has it.
          action.requirePower('This ticket', action.principal)
          const ticket = newSecret(action.naming.secretPrefixes.ticket)
          const expires_at = new Date(action.time + LIFETIME).toISOString()
          action.transaction.insert(TicketEntity, {
            token_hash: hashOf(ticket),
            principal: written(action),
            expires_at,
          })
          return { ticket, expires_at }
        },
      }),
    },
  })
}

function written({ principal }: Action<unknown>): WrittenPrincipal {
  const { scopes, credential, ...identity } = principal
  if (credential) return { ...identity, scopes: [...scopes], credential }
  throw new Error('A connection must end with a credential, and this caller has none.')
}
