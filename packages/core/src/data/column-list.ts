import type { AnyEntity } from './driver.ts'
import { listed } from './quoted.ts'

/**
 * Returns SQL: the columns of an entity, by their names. The result columns of a prepared statement must not change: with `*` the server refuses the statement
 * as soon as a migration has added a column.
 */
export function columnList({ meta }: AnyEntity): string {
  const kept = Object.entries(meta.properties).filter(([, { persist }]) => persist !== false)
  return listed(kept.map(([name]) => name))
}
