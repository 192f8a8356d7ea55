import type { Action, Steps } from '../action.ts'
import { Problem } from '../core.ts'
import { emailKey } from '../copied/email-key.ts'

/** How long a session lasts, in milliseconds. */
const LIFETIME = 12 * 60 * 60 * 1_000

export const session: Record<string, Steps> = {
  'session.create': {
    run(action) {
      const { db, input, state } = action
      const user = db.users.find(({ email }) => emailKey(email) === emailKey(input['email']))
      const isRight = user?.status === 'active' && state.passwords.get(user.id) === input['password']
      if (!isRight) throw refused()
      const token = state.random.secret('rs_')
      const expires_at = new Date(action.time + LIFETIME).toISOString()
      state.sessions.set(token, { user: user.id, csrf_token: state.random.token(43), expires_at })
      return { ...shown(action, token), cookie: { value: token, expires_at } }
    },
  },

  'session.get': { run: (action) => shown(action, tokenOf(action)) },

  'session.delete': {
    load: (action) => shown(action, tokenOf(action)),
    run(action) {
      action.state.sessions.delete(tokenOf(action))
      return { cookie: null }
    },
  },
}

function refused(): Problem {
  const detail = 'No user signs in with this e-mail address and this password.'
  return new Problem('unauthenticated', detail, { headers: { 'www-authenticate': 'Session realm="roster"' } })
}

function tokenOf({ principal }: Action): string {
  if (principal.type === 'session') return principal.credential!
  throw new Problem('not-found', 'This credential is no session. Sign in with POST /v1/session.')
}

function shown({ db, state }: Action, token: string) {
  const { user: id, csrf_token, expires_at } = state.sessions.get(token)!
  return { user: db.users.find((user) => user.id === id), csrf_token, expires_at }
}
