import type { User } from '../../resources/users.ts'
import { application } from '../contract/application.ts'
import { Access } from '#core/contract/access'
import { emailKey } from '#core/contract/email-key'
import { Problem } from '../problem.ts'
import type { Rule, Rules } from '../rule.ts'

const access = new Access(application.access)

const isActiveAdmin = ({ role, status }: User) => access.isAdministrator(role) && status === 'active'

/** Throws `last-admin` where an active administrator leaves none behind. */
function requireAdmin(before: User, left: readonly User[]): void {
  if (!isActiveAdmin(before) || left.some(isActiveAdmin)) return
  const detail = 'This is the last active administrator. Make another user an active administrator first.'
  throw new Problem('last-admin', detail)
}

/** Throws `email-taken` where the address is another user's. */
const add: Rule<User> = ({ next, others }) => {
  if (!others.some(({ email }) => emailKey(email) === emailKey(next.email))) return
  const detail = 'Another user record holds this e-mail address. Use another one, or change that record.'
  throw new Problem('email-taken', detail)
}

const change: Rule<User> = (situation) => {
  const { record, next, others } = situation
  requireAdmin(record!, [...others, next])
  add(situation)
}

const remove: Rule<User> = ({ record, others }) => requireAdmin(record!, others)

export const users: Rules = {
  'users.create': add,
  'users.createMany': add,
  'users.replace': change,
  'users.update': change,
  'users.delete': remove,
}
