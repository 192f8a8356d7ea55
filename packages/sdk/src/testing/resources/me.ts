import type { Steps } from '../action.ts'

export const me: Record<string, Steps> = {
  'me.get': {
    run({ principal: { type, id, name, role, scopes, user_id }, db }) {
      const user = db.users.find((each) => each.id === user_id) ?? null
      return { principal: { type, id, name }, role, scopes: [...scopes], user }
    },
  },
}
