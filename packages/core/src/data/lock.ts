import { type EntityClass, LockMode } from '@mikro-orm/core'
import type { Transaction } from './transaction.ts'

/** Loads a record for a change and locks its row until the transaction ends. Returns null when there is none. */
export async function lockById<Entity extends object>(
  transaction: Transaction,
  entity: EntityClass<Entity>,
  id: string,
): Promise<Entity | null> {
  const em = await transaction.entities()
  return em.findOne(entity, id as never, { lockMode: LockMode.PESSIMISTIC_WRITE })
}
