import type { ParsedOf } from '../contract/operation.ts'
import { emailKey } from '../contract/email-key.ts'
import type { Foundation } from '../contract/foundation.ts'
import { Problem } from '../contract/problem.ts'
import { signIn } from '../identity/sign-in.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'
import { newSecret } from '../crypto/secret.ts'
import type { FindAccount } from '../me/me.ts'
import { newSession, SessionEntity } from './session.entity.ts'
import { sessionContract } from './session.contract.ts'

/** Returns the resource `session`, signing in with a browser, in an application with this foundation. */
export function sessionOf(foundation: Foundation, findAccount: FindAccount) {
  const contract = sessionContract(foundation)
  const { create, get, delete: remove } = contract.rest

  return implement(contract, {
    entities: [],
    procedures: {},
    rest: {
      create: on(create, { run: open }),

      get: on(get, { load: findSession, run: (_action, target) => target }),

      delete: on(remove, {
        load: findSession,
        async run(action) {
          await action.transaction.query(byHashGone, [hashIn(action)])
        },
      }),
    },
  })

  /** Signs in. Each sign-in makes a new session, so that an attacker cannot lead a user into a known one (session fixation). */
  async function open(action: Action<Credentials>) {
    const { input, database, transaction, time } = action
    const account = await action.throttled(emailKey(input.email) ?? input.email, () =>
      signIn(database, input.email, input.password),
    )
    if (!account) throw refused()
    const token = newSecret(action.naming.secretPrefixes.session)
    const row = newSession(account, token, action, time)
    transaction.insert(SessionEntity, row)
    return { ...(await shownTo(action, row)), token }
  }

  /** Returns the session that makes the call, as its user sees it. */
  async function findSession(action: Action<unknown>) {
    const [row] = await action.database.query<Shown>(byHash, [hashIn(action)])
    return shownTo(action, existing(row))
  }

  /** Returns the hash of the token that makes the call. Throws `not-found` for a credential that is no session. */
  function hashIn({ principal: { credential } }: Action<unknown>): string {
    if (credential?.type === 'session') return credential.hash
    throw notFound('This credential is no session.')
  }

  /** Throws `not-found` for a session that has ended since the call was admitted. */
  function existing(row: Shown | undefined): Shown {
    if (row) return row
    throw notFound('The session has ended.')
  }

  function notFound(detail: string): Problem {
    return new Problem('not-found', `${detail} Sign in with ${create.method} ${create.path}.`)
  }

  async function shownTo(action: Action<unknown>, { user_id, csrf_token, expires_at }: Shown) {
    const user = await findAccount(action, user_id)
    return { user: user!, csrf_token, expires_at }
  }
}

type Credentials = ParsedOf<ReturnType<typeof sessionContract>['rest']['create']>

function refused(): Problem {
  const detail = 'No user signs in with this e-mail address and this password.'
  return new Problem('unauthenticated', detail, { headers: { 'www-authenticate': 'Session' } })
}

interface Shown {
  user_id: string
  csrf_token: string
  expires_at: string
}

const byHash = {
  name: 'session by hash',
  text: 'select user_id, csrf_token, expires_at from sessions where token_hash = $1',
}
const byHashGone = { name: 'end session', text: 'delete from sessions where token_hash = $1' }
