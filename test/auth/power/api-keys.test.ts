import type { Role, Scope } from '@roster/api'
import { EVERY, NOTHING, VIEWERS } from './oracle.ts'
import type { Scene } from './scene.ts'
import { describePower, type Situation } from './table.ts'

/** A key that may be made, rotated and revoked by who holds this. */
interface Target {
  what: string
  scopes: readonly Scope[]
  /** The role of the user whom the key acts as; a machine's acts as none. */
  user?: Role
  role?: Role
  /** What whoever acts as that user may do. */
  ofUser?: readonly Scope[]
}

const READER = ['read:users'] as const

const TARGETS: readonly Target[] = [
  { what: 'a key of a machine that reads users', scopes: READER },
  { what: 'a key of a machine that manages keys and clients', scopes: ['manage:keys', 'manage:clients'] },
  { what: 'a key of a machine that may do everything', scopes: EVERY },
  { what: 'a key of a viewer that reads users', scopes: READER, user: 'viewer', role: 'viewer', ofUser: VIEWERS },
  { what: 'a key of an administrator that reads users', scopes: READER, user: 'admin', ofUser: EVERY },
  {
    what: 'a key in the role viewer of an administrator',
    scopes: READER,
    user: 'admin',
    role: 'viewer',
    ofUser: EVERY,
  },
]

const keyOf = async (scene: Scene, { scopes, role = 'admin', user }: Target) =>
  scene.key(scopes, role, user ? await scene.user(user) : null)

const made = (target: Target): Situation => ({
  operation: 'apiKeys.create',
  what: `${target.what} is made`,
  powers: { 'key after': target.scopes, 'user after': target.ofUser ?? NOTHING },
  async prepare(scene) {
    const user_id = target.user ? await scene.user(target.user) : null
    return { input: { name: 'New', role: target.role ?? 'admin', user_id, scopes: target.scopes }, ids: [] }
  },
})

const changed = (operation: 'apiKeys.rotate' | 'apiKeys.revoke', target: Target): Situation => ({
  operation,
  what: target.what,
  powers: {
    'key before': target.scopes,
    ...(operation === 'apiKeys.rotate' && { 'user before': target.ofUser ?? NOTHING }),
  },
  async prepare(scene) {
    const key_id = await keyOf(scene, target)
    return { input: { key_id }, ids: [key_id] }
  },
})

describePower('API keys', [
  ...TARGETS.map(made),
  ...TARGETS.map((target) => changed('apiKeys.rotate', target)),
  ...TARGETS.map((target) => changed('apiKeys.revoke', target)),
  {
    operation: 'apiKeys.create',
    what: "a key of the caller's own user takes no more than what the key may do",
    powers: { 'key after': READER, 'user after': NOTHING },
    self: 'user',
    prepare: async (_scene, { user_id }) => ({
      input: { name: 'Own', role: 'viewer', user_id, scopes: READER },
      ids: [],
    }),
  },
  {
    operation: 'apiKeys.rotate',
    what: 'the key that calls',
    powers: { 'key before': NOTHING, 'user before': NOTHING },
    self: 'key',
    endsCaller: true,
    prepare: async (_scene, { own }) => ({ input: { key_id: own }, ids: [own!] }),
  },
  {
    operation: 'apiKeys.revoke',
    what: 'the key that calls',
    powers: { 'key before': NOTHING },
    self: 'key',
    endsCaller: true,
    prepare: async (_scene, { own }) => ({ input: { key_id: own }, ids: [own!] }),
  },
])
