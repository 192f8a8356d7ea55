import { DEMO_USERS, demoOrders, demoUser } from './demo-records.ts'
import type { Database } from '@roster/core'
import { OrderEntity } from '../orders/order.entity.ts'
import { UserEntity } from '../users/user.entity.ts'

const isAdded = { name: 'demo is added', text: 'select 1 from users where id = $1' }

/** Adds 1,000 users and their orders, the same ones every time. Does nothing when they exist. Writes no events. */
export async function addDemo(database: Database): Promise<void> {
  const users = Array.from({ length: DEMO_USERS }, (_, index) => demoUser(index))
  const found = await database.query(isAdded, [users[0]!.id])
  if (found.length > 0) return
  const transaction = database.transaction()
  transaction.insert(UserEntity, ...users)
  await transaction.flush()
  transaction.insert(OrderEntity, ...users.flatMap((user, index) => demoOrders(user, index)))
  await transaction.commit()
}
