import type { User } from '../../resources/users.ts'
import type { Action, Steps } from '../action.ts'
import { fault, invalid } from '../copied/faults.ts'
import { Problem } from '../core.ts'
import { emailKey } from '../copied/email-key.ts'
import { folded } from '../copied/folding.ts'
import { guessableFault } from '../copied/guessable-password.ts'
import { holds } from '../copied/access.ts'
import { access } from '../copied/scopes.ts'
import { insufficientScope } from '../authorize.ts'
import { listPage } from '../pages.ts'
import { visibleTo } from '../principal.ts'
import type { MockDatabase } from '../state.ts'

type Writable = Pick<User, 'name' | 'email' | 'role' | 'status'>

export const users: Record<string, Steps> = {
  'users.list': { run: (action) => listPage(action, usersMatching(action, action.input)) },

  'users.create': {
    run(action) {
      requireGivable(action, [action.input as Writable])
      requireFree(action, [action.input as Writable])
      return add(action, action.input as Writable)
    },
  },

  'users.createMany': {
    run(action) {
      requireGivable(action, action.input['users'])
      requireFree(action, action.input['users'])
      return { data: action.input['users'].map((user: Writable) => add(action, user)) }
    },
  },

  'users.get': { run: (action) => findUser(action) },

  'users.replace': {
    load: findRecord,
    run(action, user: User) {
      requireEqual(action, user)
      return change(action, user)
    },
  },

  'users.update': { load: findRecord, run: change },

  'users.delete': {
    load: findRecord,
    run(action, user: User) {
      if (isActiveAdmin(user)) requireAnotherAdmin(action, user)
      action.remove(action.db.users, user)
      endPassword(action, user.id)
      endSessions(action, user.id)
      action.emit('user.deleted', { id: user.id }, user.id)
    },
  },

  'users.setPassword': {
    load(action) {
      const { principal, input } = action
      const isOwn = principal.user_id === input['user_id']
      if (!isOwn && !principal.scopes.has('write:users'))
        throw insufficientScope(action.operation, 'write:users', principal)
      const user = findUser(action)
      if (!isOwn) action.requirePower('Who signs in as this user', access.powerOfUser(user))
      return user
    },
    run(action, user: User) {
      requireSound(action, user)
      const { principal, state } = action
      state.passwords.set(user.id, action.input['password'])
      if (principal.user_id !== user.id) state.passwordGivers.set(user.id, principal.scopes)
      endSessions(action, user.id)
    },
  },
}

/** A user for a change of its record. */
function findRecord(action: Action): User {
  const user = findUser(action)
  action.requirePower('This user', access.powerOfRecord(user))
  return user
}

/** A user as the caller may see it. */
export function findUser(action: Action): User {
  const only = visibleTo(action.principal)
  const id = String(action.input['user_id'])
  return action.find(action.db.users, only === undefined || only === id ? id : '', 'user')
}

interface Filter {
  role?: string | undefined
  status?: string | undefined
  search?: string | undefined
}

/** The users that a caller may see and that pass a filter. */
export function usersMatching({ db, principal }: Action, filter: Filter): User[] {
  return usersAmong(db, visibleTo(principal), filter)
}

/** The users that pass a filter; `only` is the one that may be among them, undefined for everybody. */
export function usersAmong(
  { users: all }: MockDatabase,
  only: string | undefined,
  { role, status, search = '' }: Filter,
): User[] {
  const words = folded(search).split(/\s+/u).filter(Boolean)
  return all.filter((user) => {
    const text = `${folded(user.name)}\n${folded(user.email)}`
    return (
      (only === undefined || user.id === only) &&
      (role === undefined || user.role === role) &&
      (status === undefined || user.status === status) &&
      words.every((word) => text.includes(word))
    )
  })
}

/** Throws `forbidden` where a new user would have a role whose power the caller does not hold. */
function requireGivable(action: Action, wanted: readonly Writable[]): void {
  for (const { role } of wanted)
    action.requirePower(`A user with the role ${role}`, access.powerOfRecord({ id: '', role }))
}

function add(action: Action, { name, email, role, status }: Writable): User {
  const { now } = action
  const user: User = { id: action.id('usr'), name, email, role, status, version: 1, created_at: now, updated_at: now }
  action.db.users.push(user)
  action.emit('user.created', user, user.id)
  return user
}

const MEMBERS = ['name', 'email', 'role', 'status'] as const

function change(action: Action, user: User): User {
  const given = MEMBERS.filter((name) => action.input[name] !== undefined)
  const after = { ...user, ...Object.fromEntries(given.map((name) => [name, action.input[name]])) }
  if (MEMBERS.every((name) => after[name] === user[name])) return user
  action.requirePower(`A user with the role ${after.role}`, access.powerOfRecord(after))
  if (isActiveAdmin(user) && !isActiveAdmin(after)) requireAnotherAdmin(action, user)
  requireFree(action, [after], user.id)
  const isSuspended = after.status === 'suspended' && user.status !== 'suspended'
  const isDemoted = !access.covers(after.role, user.role)
  Object.assign(user, after, { version: user.version + 1, updated_at: action.now })
  if (isSuspended || isDemoted) endSessions(action, user.id)
  endPasswordShortOf(action, user)
  action.emit(isSuspended ? 'user.suspended' : 'user.updated', user, user.id)
  return user
}

const isActiveAdmin = ({ role, status }: Writable) => access.isAdministrator(role) && status === 'active'

function requireAnotherAdmin({ db }: Action, { id }: User): void {
  if (db.users.some((user) => user.id !== id && isActiveAdmin(user))) return
  throw new Problem(
    'last-admin',
    'This is the last active administrator. Make another user an active administrator first.',
  )
}

/** Throws `email-taken` where an address is another user's, or comes twice. */
function requireFree({ db }: Action, wanted: readonly Writable[], except?: string): void {
  const taken = new Set(db.users.filter(({ id }) => id !== except).map(({ email }) => emailKey(email)))
  for (const { email } of wanted) {
    const key = emailKey(email)
    if (taken.has(key))
      throw new Problem(
        'email-taken',
        'Another user record holds this e-mail address. Use another one, or change that record.',
      )
    taken.add(key)
  }
}

const SERVER_ASSIGNED = ['id', 'created_at', 'updated_at'] as const

function requireEqual({ input }: Action, user: User): void {
  const unequal = SERVER_ASSIGNED.filter((name) => input[name] !== undefined && input[name] !== user[name])
  const message = 'is assigned by the service and must equal the stored value'
  if (unequal.length > 0)
    throw invalid(
      'body',
      unequal.map((name) => fault('body', [name], 'read-only', message)),
    )
}

/** Ends a password, with its sessions, that was given by who does not hold what the user may do now. */
function endPasswordShortOf(action: Action, user: User): void {
  const giver = action.state.passwordGivers.get(user.id)
  if (giver === undefined || holds(access.powerOfScopes([...giver]), access.powerOfUser(user))) return
  endPassword(action, user.id)
  endSessions(action, user.id)
}

function endPassword({ state }: Action, user: string): void {
  state.passwords.delete(user)
  state.passwordGivers.delete(user)
}

function endSessions({ db }: Action, user: string): void {
  const own = db.sessions.filter(({ user_id }) => user_id === user)
  for (const session of own) db.sessions.splice(db.sessions.indexOf(session), 1)
}

function requireSound({ input, principal, state }: Action, user: User): void {
  const refuse = (member: string, code: string, message: string) =>
    invalid('body', [fault('body', [member], code, message)])
  if (emailKey(input['password'].trim()) === emailKey(user.email))
    throw refuse('password', 'same-as-email', 'must not be the e-mail address')
  const guessable = guessableFault(input['password'], user)
  if (guessable) throw refuse('password', ...guessable)
  if (principal.user_id !== user.id) return
  const current: unknown = input['current_password']
  if (current === undefined) throw refuse('current_password', 'required', 'is required to set your own password')
  if (current !== state.passwords.get(user.id))
    throw refuse('current_password', 'wrong-password', 'is not the current password')
}
