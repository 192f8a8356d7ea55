// Written from the contract by `npm run generate:sdk`.

import { users } from './users.ts'
import { orders } from './orders.ts'
import { apiKeys } from './api-keys.ts'
import { oauthClients } from './oauth-clients.ts'
import { exports } from './exports.ts'
import { session } from './session.ts'
import { sessions } from './sessions.ts'
import { realtime } from './realtime.ts'
import { me } from './me.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'
import { events } from './events.ts'
import type { Operation } from '../operation.ts'

/** Every operation of the contract. */
export const OPERATIONS: readonly Operation[] = [
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
]
