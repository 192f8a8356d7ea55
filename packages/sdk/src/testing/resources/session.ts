import { newSecret } from '../state.ts'
import type { Action, Steps } from '../action.ts'
import { Problem } from '../problem.ts'
import { emailKey } from '#core/contract/email-key'
import { plainUserAgent } from '#core/contract/user-agent'
import { sessionOf } from '../credentials.ts'
import type { Session } from '../records.ts'
import { ADDRESS } from '../request.ts'
import { isPasswordOf } from './password.ts'

/** How long a session lasts, in milliseconds. */
const LIFETIME = 12 * 60 * 60 * 1_000

export const session: Record<string, Steps> = {
  'session.create': {
    run(action) {
      const { db, input, state } = action
      const user = state.accountWhere(({ email }) => emailKey(email) === emailKey(input['email']))
      const isRight = user?.status === 'active' && isPasswordOf(state, user.id, input['password'])
      if (!isRight) throw refused(action)
      const token = newSecret(state, 'session')
      const made = newSession(action, user.id)
      db.sessions.push(made)
      state.cookies.set(token, { session: made.id, csrf_token: state.random.token(43) })
      return { ...shown(action, token), cookie: { value: token, expires_at: made.expires_at } }
    },
  },

  'session.get': { run: (action) => shown(action, tokenOf(action)) },

  'session.delete': {
    load: (action) => shown(action, tokenOf(action)),
    run(action) {
      const { db, state } = action
      db.sessions.splice(db.sessions.indexOf(sessionOf(tokenOf(action), state)!), 1)
      return { cookie: null }
    },
  },
}

function newSession(action: Action, user_id: string): Session {
  const { now, time, userAgent } = action
  const expires_at = new Date(time + LIFETIME).toISOString()
  const times = { created_at: now, last_used_at: now, expires_at }
  const from = { address: ADDRESS, user_agent: plainUserAgent(userAgent) }
  return { id: action.id('ses'), type: 'browser', user_id, ...times, ...from, client: null, scopes: null }
}

function refused({ application }: Action): Problem {
  const detail = 'No user signs in with this e-mail address and this password.'
  return new Problem('unauthenticated', detail, {
    headers: { 'www-authenticate': `Session realm="${application.spec.name}"` },
  })
}

function tokenOf({ application, principal }: Action): string {
  if (principal.type === 'session') return principal.credential!
  const path = `${application.spec.basePath}/session`
  throw new Problem('not-found', `This credential is no session. Sign in with POST ${path}.`)
}

function shown({ state }: Action, token: string) {
  const { user_id, expires_at } = sessionOf(token, state)!
  return {
    user: state.account(user_id)!.record,
    csrf_token: state.cookies.get(token)!.csrf_token,
    expires_at,
  }
}
