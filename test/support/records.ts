/** Parts of Roster's records that tests of the core use. */
export { SCOPES } from '../../packages/api/src/access.ts'
export { newOrder, OrderEntity } from '../../packages/api/src/orders/order.entity.ts'
export { orders } from '../../packages/api/src/orders/orders.contract.ts'
export { type NewUser, newUser, User, UserEntity } from '../../packages/api/src/users/user.entity.ts'
export { existingUsers, filterOf } from '../../packages/api/src/users/user.selection.ts'
export { user, type UserRecord, users } from '../../packages/api/src/users/users.contract.ts'
