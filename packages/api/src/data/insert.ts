import type { EntityProperty, EntitySchema, MetadataStorage } from '@mikro-orm/core'
import type { Statement } from './statement.ts'

const statements = new Map<string, Statement>()

/**
 * One statement that adds rows to several tables. Its parameters are one JSON array of rows per table, so the text depends on the
 * tables only and is prepared once. Columns with a default that the database computes are left to it.
 */
export function insertStatement(metadata: MetadataStorage, entities: readonly EntitySchema[]): Statement {
  const tables = entities.map((entity) => entity.meta.tableName).join(', ')
  const known = statements.get(tables)
  if (known) return known
  const inserts = entities.map((entity, index) => insertInto(metadata, entity, index + 1))
  const last = inserts.pop()!
  const others = inserts.map((insert, index) => `insert_${index + 1} as (${insert})`)
  // PostgreSQL tells names apart by their first 63 bytes.
  const statement = {
    name: `insert ${statements.size + 1}`,
    text: (others.length > 0 ? `with ${others.join(', ')} ` : '') + last,
  }
  statements.set(tables, statement)
  return statement
}

function insertInto(metadata: MetadataStorage, entity: EntitySchema, parameter: number): string {
  const meta = metadata.get(entity.meta.class)
  const columns = meta.props.filter(isGiven).flatMap((property) => property.fieldNames.map((column) => `"${column}"`))
  const list = columns.join(', ')
  return `insert into "${meta.tableName}" (${list}) select ${list} from json_populate_recordset(null::"${meta.tableName}", $${parameter})`
}

const isGiven = (property: EntityProperty) =>
  property.persist !== false && property.generated === undefined && property.defaultRaw === undefined
