import type { Action, Steps } from '../action.ts'
import type { Power } from '#core/contract/access'
import { existing } from '../refuse.ts'
import { sessionOf } from '../credentials.ts'
import { listPage } from '../pages.ts'
import type { Row, Session } from '../records.ts'

export const sessions: Record<string, Steps> = {
  'sessions.list': {
    run: (action) =>
      listPage(
        action,
        liveOf(action).map((session) => recordOf(session, action)),
      ),
  },

  'sessions.end': {
    load: findOwn,
    run(action, session: Session) {
      if (session.id !== currentOf(action)) action.requirePower('This session', powerOfSession(action, session))
      action.remove(action.db.sessions, session)
      action.state.endedSessions.set(session.id, session.user_id)
    },
  },
}

/** The sessions of the caller's user that can still be used. */
function liveOf({ db, principal, time }: Action): Session[] {
  const own = db.sessions.filter(({ user_id }) => user_id === principal.user_id)
  return own.filter(({ expires_at }) => Date.parse(expires_at) > time)
}

function recordOf({ user_id: _user, ...session }: Session, action: Action): Row {
  return { ...session, current: session.id === currentOf(action) }
}

/** The session that makes the call; undefined for other credentials. */
const currentOf = ({ principal: { type, credential = '' }, state }: Action) =>
  type === 'session' ? sessionOf(credential, state)?.id : undefined

function findOwn(action: Action): Session {
  const { db, state, principal } = action
  const id: string = action.input['session_id']
  const live = liveOf(action).find((session) => session.id === id)
  if (live) return live
  existing(state.endedSessions.get(id) === principal.user_id ? id : undefined, 'session')
  return action.find(db.sessions, id, 'session')
}

/** What a session may do: a grant what it says, any other all that its user may. */
function powerOfSession({ application, state }: Action, { user_id, scopes }: Session): Power {
  const { role, owner } = state.account(user_id)!
  return application.access.powerOf({ role, user_id, owner }, scopes ?? undefined)
}
