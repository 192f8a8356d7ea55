import { type Power, powerOfKey, powerOfUser } from '../access/power.ts'
import { idPrefixes, isId } from '../contract/ids.ts'
import { access, type Scope } from '../contract/scopes.ts'
import { gone, present } from '../data/tombstone.ts'
import { listPage } from '../lists/list.ts'
import { endGrant } from '../oauth/end-grant.ts'
import { endSignIn } from '../oauth/end-sign-in.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'
import { endSession } from '../identity/end-sessions.ts'
import {
  clientNames,
  findSession,
  isCurrent,
  liveSessionsOf,
  type OwnSession,
  type SessionRow,
  sessionRecord,
} from './live-sessions.ts'
import { SessionEntity } from './session.entity.ts'
import { sessions as contract } from './sessions.contract.ts'

const { list, end } = contract.operations

export const sessions = implement(contract, {
  entities: [SessionEntity],
  procedures: {
    list: on(list, {
      async run(action) {
        const { principal, database, now } = action
        const names = await clientNames(database, principal.user_id)
        const listing = { operation: list.name, ...liveSessionsOf(principal.user_id, now) }
        return listPage(action, listing, (row: SessionRow) => sessionRecord(row, principal, names))
      },
    }),

    end: on(end, {
      load: findOwn,
      async run(action, target) {
        const { principal, transaction, time } = action
        if (!isCurrent(target, principal)) action.requirePower('This session', powerOfSession(target))
        // Locks are taken in the order in which the authorization server takes them.
        if (target.grant_id !== null) await endGrant(transaction, target.grant_id, time)
        if (!(await endSession(transaction, target.id, time))) throw gone('session')
        if (target.uid !== null) await endSignIn(transaction, target.uid)
      },
    }),
  },
})

async function findOwn({ database, input, principal, now, time }: Action<{ session_id: string }>): Promise<OwnSession> {
  const { session_id } = input
  const row = isId(idPrefixes.session, session_id)
    ? await findSession(database, session_id, principal.user_id, now)
    : undefined
  return present(row, 'session', time)
}

/** What a session may do: a grant what it says, any other all that its user may. */
function powerOfSession({ scopes, user_id, user_role: role }: OwnSession): Power {
  const held = scopes?.filter((scope): scope is Scope => access.isScope(scope))
  return held ? powerOfKey({ role, user_id, scopes: held }) : powerOfUser({ id: user_id, role })
}
