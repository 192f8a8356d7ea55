import type { Power } from '../contract/access.ts'
import type { Foundation } from '../contract/foundation.ts'
import { idPrefixes, isId } from '../contract/ids.ts'
import { gone, present } from '../data/tombstone.ts'
import { listPage } from '../lists/list.ts'
import { endGrant } from '../oauth/end-grant.ts'
import { endSignIn } from '../oauth/end-sign-in.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement, type ImplementationOf } from '../operation/resource.ts'
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
import { type Sessions, sessionsContract } from './sessions.contract.ts'

/** Returns the resource `sessions`, where the caller's user is signed in, in an application with this foundation. */
export function sessionsOf<S extends string, R extends string>(
  foundation: Foundation<S, R>,
): ImplementationOf<ReturnType<typeof sessionsContract<S, R>>> {
  return implementing(sessionsContract(foundation as unknown as Foundation)) as never
}

function implementing(contract: Sessions) {
  const { list, end } = contract.operations

  return implement(contract, {
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
          if (!isCurrent(target, principal)) action.requirePower('This session', powerOfSession(action, target))
          // Locks are taken in the order in which the authorization server takes them.
          if (target.grant_id !== null) await endGrant(transaction, target.grant_id, time)
          if (!(await endSession(transaction, target.id, time))) throw gone('session')
          if (target.uid !== null) await endSignIn(transaction, target.uid)
        },
      }),
    },
  })
}

async function findOwn(action: Action<{ session_id: string }>): Promise<OwnSession> {
  const { input, principal, now, time } = action
  const { session_id } = input
  const row = isId(idPrefixes.session, session_id)
    ? await findSession(action, session_id, principal.user_id, now)
    : undefined
  return present(row, 'session', time)
}

/** Returns the power of a session: for a grant that of its scopes, for any other all that its user may do. */
function powerOfSession({ access }: Action<unknown>, { scopes, user_id, user_role: role, owner }: OwnSession): Power {
  return access.powerOf({ role, user_id, owner }, scopes ?? undefined)
}
