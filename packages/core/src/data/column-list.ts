import type { AnyEntity } from './driver.ts'

/**
 * SQL: the columns of an entity, by their names. What a prepared statement returns must stay as it is: with `*` the server refuses it as soon as a
 * migration has added a column.
 */
export function columnList({ meta }: AnyEntity): string {
  const kept = Object.entries(meta.properties).filter(([, { persist }]) => persist !== false)
  return kept.map(([name]) => `"${name}"`).join(', ')
}
