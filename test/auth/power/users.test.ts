import type { Role, Scope } from '@roster/api'
import { EVERY, NOTHING, type Powers, VIEWERS } from './oracle.ts'
import { describePower, type Situation, unchanged } from './table.ts'

/** What a record of these roles takes of who changes it. */
const record: Record<Role, readonly Scope[]> = { admin: EVERY, viewer: NOTHING }
const who: Record<Role, string> = { admin: 'an administrator', viewer: 'a viewer' }
const ROLES: readonly Role[] = ['viewer', 'admin']

const made = (role: Role): Situation => ({
  operation: 'users.create',
  what: `${who[role]} is made`,
  powers: { 'record after': record[role] },
  prepare: async (scene) => ({ input: { ...scene.newUser, role }, ids: [] }),
})

const manyMade = (...roles: Role[]): Situation => ({
  operation: 'users.createMany',
  what: `${roles.join(' and ')} are made`,
  powers: { 'record after': roles.includes('admin') ? EVERY : NOTHING },
  prepare: async (scene) => ({
    input: { users: roles.map((role) => Object.assign(scene.newUser, { role })) },
    ids: [],
  }),
})

const replaced = (role: Role, next: Role): Situation => ({
  operation: 'users.replace',
  what: `${who[role]} is replaced by ${who[next]}`,
  powers: { 'record before': record[role], 'record after': record[next] },
  async prepare(scene) {
    const user_id = await scene.user(role)
    return { input: { user_id, ...scene.newUser, role: next }, ids: [user_id] }
  },
})

interface Change {
  role: Role
  status?: 'active' | 'suspended'
  change: (fresh: string) => object
}

const updated = (what: string, powers: Powers, { role, status, change }: Change): Situation => ({
  operation: 'users.update',
  what,
  powers,
  async prepare(scene) {
    const user_id = await scene.user(role, status)
    return { input: { user_id, ...change(scene.fresh) }, ids: [user_id] }
  },
})

const updates = ROLES.flatMap((role) => {
  const same = unchanged('record', record[role])
  const name = who[role]
  return [
    updated(`${name} is renamed`, same, { role, change: (fresh) => ({ name: fresh }) }),
    updated(`the address of ${name} is changed`, same, {
      role,
      change: (fresh) => ({ email: `${fresh}@example.com` }),
    }),
    updated(`${name} is suspended`, same, { role, change: () => ({ status: 'suspended' }) }),
    updated(`${name} is invited again`, same, { role, change: () => ({ status: 'invited' }) }),
    updated(`${name} is let in again`, same, { role, status: 'suspended', change: () => ({ status: 'active' }) }),
    updated(`nothing of ${name} is changed`, same, { role, change: () => ({}) }),
  ]
})

const promoted = { 'record before': NOTHING, 'record after': EVERY }
const demoted = { 'record before': EVERY, 'record after': NOTHING }

const deleted = (role: Role): Situation => ({
  operation: 'users.delete',
  what: `${who[role]} is deleted`,
  powers: { 'record before': record[role] },
  async prepare(scene) {
    const user_id = await scene.user(role)
    return { input: { user_id }, ids: [user_id] }
  },
})

const PASSWORD = 'a password of somebody else'

const passwordGiven = (role: Role): Situation => ({
  operation: 'users.setPassword',
  what: `${who[role]} is given a password`,
  powers: { 'user before': { admin: EVERY, viewer: VIEWERS }[role] },
  async prepare(scene) {
    const user_id = await scene.user(role)
    return { input: { user_id, password: PASSWORD }, ids: [user_id] }
  },
})

describePower('users', [
  ...ROLES.map(made),
  manyMade('viewer', 'viewer'),
  manyMade('viewer', 'admin'),
  ...ROLES.flatMap((role) => ROLES.map((next) => replaced(role, next))),
  ...updates,
  updated('a viewer becomes an administrator', promoted, { role: 'viewer', change: () => ({ role: 'admin' }) }),
  updated('a suspended viewer becomes an administrator', promoted, {
    role: 'viewer',
    status: 'suspended',
    change: () => ({ role: 'admin' }),
  }),
  updated('an administrator becomes a viewer', demoted, { role: 'admin', change: () => ({ role: 'viewer' }) }),
  {
    operation: 'users.update',
    what: "somebody's own record is renamed: that of an administrator takes as much as any other",
    powers: unchanged('record', EVERY),
    self: 'user',
    prepare: async (scene, { user_id }) => ({ input: { user_id, name: scene.fresh }, ids: [user_id!] }),
  },
  ...ROLES.map(deleted),
  ...ROLES.map(passwordGiven),
])
