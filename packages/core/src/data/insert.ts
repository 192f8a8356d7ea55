import type { EntityProperty, EntitySchema, MetadataStorage } from '@mikro-orm/core'
import type { Statement } from './statement.ts'

interface InsertOptions {
  /** How long it waits for a lock, in milliseconds, before it fails with `55P03`. Default: as long as the session does. */
  patience?: number
}

/** A record that another one belongs to. */
interface Parent {
  /** The column that names it. */
  column: string
  /** Its own table, with tombstones: it is there while its `deleted_at` is null. */
  entity: EntitySchema
}

const parents = new WeakMap<EntitySchema, Parent>()

/**
 * From now on a row of an entity is added only while the record is there that its `column` names, which is locked against deletion until the commit. Otherwise the
 * column counts as null, which a column that must not be is refused for (`<table>.<column>` among the `conflicts` of a procedure). A parent that the same
 * transaction adds is to be flushed before.
 */
export function addedBelow(entity: EntitySchema, column: string, parent: EntitySchema): void {
  parents.set(entity, { column, entity: parent })
}

/** Statements of the entities of a database. */
const known = new WeakMap<MetadataStorage, Map<string, Statement>>()

/**
 * One statement that adds rows to several tables. Its parameters are one JSON array of rows per table, so the text depends on the
 * tables only and is prepared once. Columns with a default that the database computes are left to it.
 *
 * Rows are added in the order of their unique columns: a statement waits for another that adds the same value, and two that met
 * their values in different orders would wait for each other. Those of the last entity are added when all others are there: PostgreSQL would begin with
 * them, and events would take their turns before the wait for what they tell of.
 */
export function insertStatement(
  metadata: MetadataStorage,
  entities: readonly EntitySchema[],
  { patience }: InsertOptions = {},
): Statement {
  const statements = known.get(metadata) ?? new Map<string, Statement>()
  known.set(metadata, statements)
  const key = [...entities.map((entity) => entity.meta.className), patience].join(', ')
  const made = statements.get(key)
  if (made) return made
  const bounds = patience === undefined ? [] : [boundOf(patience)]
  const others = entities
    .slice(0, -1)
    .map((entity, index) => `insert_${index + 1} as (${insertInto(metadata, entity, index + 1, bounds)} returning 1)`)
  const last = insertInto(metadata, entities.at(-1)!, entities.length, [...bounds, ...afterOthers(others.length)])
  // PostgreSQL tells names apart by their first 63 bytes.
  const statement = {
    name: `insert ${statements.size + 1}`,
    text: (others.length > 0 ? `with ${others.join(', ')} ` : '') + last,
  }
  statements.set(key, statement)
  return statement
}

/** SQL: sets the patience before the first row is read, until the transaction ends. */
const boundOf = (patience: number) => `(select set_config('lock_timeout', '${patience}', true)) is not null`

/** SQL: what is read before the first row: the rows that so many other inserts have added. */
const afterOthers = (count: number) =>
  Array.from({ length: count }, (_, index) => `(select count(*) from insert_${index + 1}) is not null`)

function insertInto(
  metadata: MetadataStorage,
  entity: EntitySchema,
  parameter: number,
  bounds: readonly string[],
): string {
  const meta = metadata.get(entity.meta.class)
  const list = columnsOf(meta.props.filter(isGiven))
  const unique = columnsOf(meta.props.filter((property) => property.unique))
  const order = unique && ` order by ${unique}`
  const parent = parents.get(entity)
  const condition = bounds.length > 0 ? ` where ${bounds.join(' and ')}` : ''
  const values = parent ? list.replace(`"${parent.column}"`, whileThere(parent)) : list
  return `insert into "${meta.tableName}" (${list}) select ${values} from json_populate_recordset(null::"${meta.tableName}", $${parameter}) added${condition}${order}`
}

/** SQL: the identifier of a parent that is there, and stays until the commit: a deletion locks it for an update first. */
const whileThere = ({ column, entity }: Parent) =>
  `(select parent."id" from "${entity.meta.tableName}" parent where parent."id" = added."${column}" and parent."deleted_at" is null for key share)`

function columnsOf(properties: readonly EntityProperty[]): string {
  return properties.flatMap((property) => property.fieldNames.map((column) => `"${column}"`)).join(', ')
}

const isGiven = (property: EntityProperty) =>
  property.persist !== false &&
  property.generated === undefined &&
  property.defaultRaw === undefined &&
  !isNumbered(property)

/** Whether the database numbers rows by it as they are added. MikroORM takes every integer that is a primary key alone for such, unless it says otherwise. */
const isNumbered = ({ autoincrement }: EntityProperty) => autoincrement === true

const numbered = new WeakMap<object, readonly EntityProperty[]>()

/** The properties that the database numbers rows of an entity by as they are added, as it does events by their turns. */
export function numberedBy(metadata: MetadataStorage, entity: EntitySchema): readonly EntityProperty[] {
  const meta = metadata.get(entity.meta.class)
  const properties = numbered.get(meta) ?? meta.props.filter(isNumbered)
  numbered.set(meta, properties)
  return properties
}

/** Throws for rows that say by themselves what the database would number them by: it would be left out. */
export function requireNotNumbered(
  properties: readonly EntityProperty[],
  { meta }: EntitySchema,
  rows: readonly Record<string, unknown>[],
): void {
  const given = properties.find(({ name }) => rows.some((row) => row[name] !== undefined))
  if (!given) return
  throw new Error(
    `The database numbers ${meta.className}.${given.name}. Leave it out of the row, or declare it with autoincrement(false).`,
  )
}
