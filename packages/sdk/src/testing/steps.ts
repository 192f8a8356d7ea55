import type { Steps } from './action.ts'
import { EFFECTS } from './effects.ts'
import { fileOf } from './files.ts'
import type { Operation } from './operation.ts'
import { apiKeys } from './resources/api-keys.ts'
import { events } from './resources/events.ts'
import { exports } from './resources/exports.ts'
import { me } from './resources/me.ts'
import { oauthClients } from './resources/oauth-clients.ts'
import { password } from './resources/password.ts'
import { realtime } from './resources/realtime.ts'
import { session } from './resources/session.ts'
import { sessions } from './resources/sessions.ts'
import { webhookEndpoints } from './resources/webhook-endpoints.ts'
import { type Rule, type Rules, untold } from './rule.ts'

/** The steps of the core's operations, by name. */
const CORE: Readonly<Record<string, Steps>> = {
  ...apiKeys,
  ...oauthClients,
  ...exports,
  ...session,
  ...sessions,
  ...realtime,
  ...me,
  ...webhookEndpoints,
  ...events,
}

/** Returns the steps of an operation: those of the core, or those of its contract and its rule. */
export function stepsOf({ name, effect, media }: Operation, rules: Rules): Steps {
  const rule = rules[name]
  const known = rule ? undefined : CORE[name]
  if (known) return known
  if (effect?.sets === 'password' && effect.kind !== 'create') return password
  if (effect && media) return fileOf(effect, rule)
  return effect ? EFFECTS[effect.kind](effect, rule) : ruled(name, rule)
}

/** Returns the steps of an operation without an effect on records: the rule gives the response. */
const ruled = (name: string, rule: Rule | undefined): Steps => ({
  run({ input, now, principal }) {
    if (!rule) throw untold(name, 'is done')
    return rule({ input, record: undefined, next: {}, together: [], others: [], principal, now })
  },
})
