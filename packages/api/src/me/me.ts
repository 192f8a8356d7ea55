import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'
import { userRecord } from '../users/user.entity.ts'
import { readUser } from '../users/user.queries.ts'
import { type CallerType, me as contract } from './me.contract.ts'

export const me = implement(contract, {
  entities: [],
  procedures: {
    get: on(contract.operations.get, {
      async run(action) {
        const { type, id, name, role, scopes, user_id } = action.principal
        const user = user_id === null ? undefined : await readUser(action, user_id)
        return {
          principal: { type: type as CallerType, id, name },
          role,
          scopes: [...scopes],
          user: user && user.deleted_at === null ? userRecord(user) : null,
        }
      },
    }),
  },
})
