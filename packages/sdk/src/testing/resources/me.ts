import type { Steps } from '../action.ts'

export const me: Record<string, Steps> = {
  'me.get': {
    run({ principal: { type, id, name, role, scopes, user_id }, state }) {
      const user = state.account(user_id)?.record ?? null
      return { principal: { type, id, name }, role, scopes: [...scopes], user }
    },
  },
}
