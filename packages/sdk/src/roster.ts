// Written from the contract by `npm run generate:sdk`.

import { Client } from './core/client.ts'
import { UsersResource } from './resources/users.ts'
import { OrdersResource } from './resources/orders.ts'
import { ApiKeysResource } from './resources/api-keys.ts'
import { ExportsResource } from './resources/exports.ts'
import { MeResource } from './resources/me.ts'

/** The client of Roster: a property for each resource, and on it a method for each operation. */
export class Roster extends Client {
  /** User records: who they are, what they may do, and whether they may sign in. */
  readonly users: UsersResource = new UsersResource(this)

  /** What users ordered, and where each order stands. */
  readonly orders: OrdersResource = new OrdersResource(this)

  /** Secrets that programs call with. A key acts as a user or as a machine, within a role and scopes. */
  readonly apiKeys: ApiKeysResource = new ApiKeysResource(this)

  /** User records as a file, made in the background and kept for a day. */
  readonly exports: ExportsResource = new ExportsResource(this)

  /** Who is calling. */
  readonly me: MeResource = new MeResource(this)
}
