import { idPrefixes, isId } from '../contract/ids.ts'
import type { Principal } from '../contract/principal.ts'
import { Problem } from '../contract/problem.ts'
import { scopesOf } from '../contract/scopes.ts'
import { gone, present } from '../data/tombstone.ts'
import { listPage } from '../lists/list.ts'
import { endGrant } from '../oauth/end-grant.ts'
import { endSignIn } from '../oauth/end-sign-in.ts'
import { type Action, on } from '../procedure.ts'
import { implement } from '../resource.ts'
import { endSession } from './end-sessions.ts'
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
      async run({ principal, transaction, time }, target) {
        requirePower(principal, target)
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

/** Throws `forbidden` where a session may do more than the credential that is to end it, unless the two are one. */
function requirePower(principal: Principal, session: OwnSession): void {
  const missing = powerOf(session).filter((scope) => !principal.scopes.has(scope))
  if (missing.length === 0 || isCurrent(session, principal)) return
  const detail = `A credential ends only sessions that may do no more than it may itself; this one lacks ${missing.join(', ')}.`
  throw new Problem('forbidden', detail)
}

/** What a session may do: a grant what it says, any other all that the role of its user may. */
const powerOf = ({ scopes, user_role }: OwnSession) =>
  scopesOf(user_role).filter((scope) => scopes === null || scopes.includes(scope))
