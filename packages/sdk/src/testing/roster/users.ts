import type { User } from '../../resources/users.ts'
import { application } from '../contract/application.ts'
import { Access } from '#core/contract/access'
import { refusedAddresses } from '#api/users/users.rules'
import { emailKey } from '#core/contract/email-key'
import { fault } from '#core/validation/fault'
import { Problem } from '../problem.ts'
import { invalid } from '../refuse.ts'
import type { Rule, Rules } from '../rule.ts'

const access = new Access(application.access)

const isActiveAdmin = ({ role, status }: User) => access.isAdministrator(role) && status === 'active'

/** Throws `last-admin` if no active administrator is left after the change of an active one. */
function requireAdmin(before: User, left: readonly User[]): void {
  if (!isActiveAdmin(before) || left.some(isActiveAdmin)) return
  const detail = 'This is the last active administrator. Make another user an active administrator first.'
  throw new Problem('last-admin', detail)
}

/** Throws `email-taken` if another user has the address. */
const add: Rule<User> = ({ next, others }) => {
  if (!others.some(({ email }) => emailKey(email) === emailKey(next.email))) return
  const detail = 'Another user record holds this e-mail address. Use another one, or change that record.'
  throw new Problem('email-taken', detail)
}

/** Throws `email-taken` with each address that another user has, in the mock or in the same request. */
const addMany: Rule<User> = ({ next, together, others }) => {
  if (next !== together[0]) return
  const held = new Set(others.map(({ email }) => emailKey(email)))
  const refused = refusedAddresses(
    together.map(({ email }) => emailKey(email)!),
    (key) => held.has(key),
  )
  if (refused.length === 0) return
  const all = refused.map(({ place, code, message }) => fault('body', ['users', place, 'email'], code, message))
  const { message, faults = [] } = invalid('body', all)
  throw new Problem('email-taken', message, { faults })
}

const change: Rule<User> = (situation) => {
  const { record, next, others } = situation
  requireAdmin(record!, [...others, next])
  add(situation)
}

const remove: Rule<User> = ({ record, others }) => requireAdmin(record!, others)

export const users: Rules = {
  'users.create': add,
  'users.createMany': addMany,
  'users.replace': change,
  'users.update': change,
  'users.delete': remove,
}
