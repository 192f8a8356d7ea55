import { about } from './about.ts'
import { defineApplication, exportsOf, ledgerOf } from '@roster/core'
import { access } from './access.ts'
import { addDemo } from './demo/demo.ts'
import { orders } from './orders/orders.ts'
import { userRecord } from './users/user.entity.ts'
import { readUser } from './users/user.queries.ts'
import { usersMatching } from './users/user.selection.ts'
import { user, userFilter } from './users/users.contract.ts'
import { users } from './users/users.ts'

/** The definition of the service. A new resource is one line here. */
export const application = defineApplication({
  name: 'Roster',
  about,
  access,
  basePath: '/v1',
  account: user,
  async findAccount(action, id) {
    const found = await readUser(action, id)
    return found?.deleted_at === null ? userRecord(found) : undefined
  },
  resources: {
    users,
    orders,
  },
  exports: exportsOf({
    basePath: '/v1',
    scope: 'read:users',
    kinds: {
      users: {
        table: 'users',
        schema: user,
        filter: userFilter,
        exampleFilter: { role: 'admin' },
        select: usersMatching,
        words: { plural: 'users', records: 'user records' },
      },
    },
  }),
  ledgers: [ledgerOf(new URL('../migrations/', import.meta.url))],
  addDemo,
})

/** Parts of the application: its names, its resources by name, its tables, who may see which events, and its tRPC router. */
export const { naming, resources, entities, eventAccess, router: appRouter } = application

/** The type of Roster's router, for tRPC clients: `createTRPCClient<AppRouter>`. */
export type AppRouter = typeof appRouter
