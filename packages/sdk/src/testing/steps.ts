import type { Steps } from './action.ts'
import { apiKeys } from './resources/api-keys.ts'
import { events } from './resources/events.ts'
import { exports } from './resources/exports.ts'
import { me } from './resources/me.ts'
import { oauthClients } from './resources/oauth-clients.ts'
import { orders } from './resources/orders.ts'
import { realtime } from './resources/realtime.ts'
import { session } from './resources/session.ts'
import { sessions } from './resources/sessions.ts'
import { users } from './resources/users.ts'
import { webhookEndpoints } from './resources/webhook-endpoints.ts'

/** How operations are done, by their names. An operation that is not here answers with its example from the contract. */
export const STEPS: Readonly<Record<string, Steps>> = {
  ...users,
  ...orders,
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

/** How an operation is done. */
export const stepsOf = ({ name, answer }: { name: string; answer?: unknown }): Steps =>
  STEPS[name] ?? { run: () => structuredClone(answer) }
