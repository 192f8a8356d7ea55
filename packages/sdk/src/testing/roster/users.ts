import type { User } from '../../resources/users.ts'
import { application } from '../contract/application.ts'
import { Access } from '../copied/access.ts'
import { emailKey } from '../copied/email-key.ts'
import { Problem } from '../core.ts'
import type { Rules, Situation } from '../rule.ts'

const access = new Access(application.access)

export const users: Rules = {
  'users.create': requireFree,
  'users.createMany': requireFree,
  'users.replace': requireSound,
  'users.update': requireSound,
  'users.delete': ({ record, others }) => requireAdmin(record as User, others),
}

function requireSound(situation: Situation): void {
  const { record, next, others } = situation
  requireAdmin(record as User, [...others, next])
  requireFree(situation)
}

/** Throws `last-admin` where an active administrator leaves none behind. */
function requireAdmin(before: User, left: readonly object[]): void {
  if (!isActiveAdmin(before) || left.some((user) => isActiveAdmin(user as User))) return
  const detail = 'This is the last active administrator. Make another user an active administrator first.'
  throw new Problem('last-admin', detail)
}

const isActiveAdmin = ({ role, status }: User) => access.isAdministrator(role) && status === 'active'

/** Throws `email-taken` where the address is another user's. */
function requireFree({ next, others }: Situation): void {
  const wanted = emailKey((next as User).email)
  if (!others.some((user) => emailKey((user as User).email) === wanted)) return
  const detail = 'Another user record holds this e-mail address. Use another one, or change that record.'
  throw new Problem('email-taken', detail)
}
