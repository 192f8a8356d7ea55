import type { z } from 'zod'
import type { Foundation } from '../contract/foundation.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement, type ImplementationOf } from '../operation/resource.ts'
import { type CallerType, meContract } from './me.contract.ts'

/** Returns the record of an account as the contract shows it, or undefined when the account does not exist or is deleted. */
export type FindAccount = (action: Action<unknown>, id: string) => Promise<Record<string, unknown> | undefined>

/** Returns the resource `me`, the caller, in an application with this foundation. */
export function meOf<S extends string, R extends string, Account extends z.ZodObject>(
  foundation: Foundation<S, R, Account>,
  findAccount: FindAccount,
): ImplementationOf<ReturnType<typeof meContract<S, R, Account>>> {
  return implementing(meContract(foundation as unknown as Foundation), findAccount) as never
}

function implementing(contract: ReturnType<typeof meContract>, findAccount: FindAccount) {
  return implement(contract, {
    entities: [],
    procedures: {
      get: on(contract.operations.get, {
        async run(action) {
          const { type, id, name, role, scopes, user_id } = action.principal
          const user = user_id === null ? undefined : await findAccount(action, user_id)
          return {
            principal: { type: type as CallerType, id, name },
            role,
            scopes: [...scopes],
            user: user ?? null,
          }
        },
      }),
    },
  })
}
