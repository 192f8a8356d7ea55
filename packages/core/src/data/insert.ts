import type { EntityProperty, EntitySchema, MetadataStorage } from '@mikro-orm/core'
import { listed } from './quoted.ts'
import type { Statement } from './statement.ts'

interface InsertOptions {
  /** How long the statement waits for a lock, in milliseconds, before it fails with `55P03`. Default: as long as the session does. */
  patience?: number
}

/** The parent that rows of an entity belong to. */
interface Parent {
  /** The column of a row that names the parent. */
  column: string
  /** The parent's table, with tombstones: a parent exists while its `deleted_at` is null. */
  entity: EntitySchema
}

const parents = new WeakMap<EntitySchema, Parent>()

/**
 * From now on, adds a row of an entity only while the parent that its `column` names exists; the parent is locked against deletion until the commit. Without
 * the parent the column is null, which a not-null column refuses (`<table>.<column>` among the `conflicts` of a procedure). A parent that the same transaction
 * adds must be flushed before.
 */
export function addedBelow(entity: EntitySchema, column: string, parent: EntitySchema): void {
  parents.set(entity, { column, entity: parent })
}

/** Statements that were made before, by the metadata of a database. */
const known = new WeakMap<MetadataStorage, Map<string, Statement>>()

/**
 * Returns one statement that adds rows to several tables. Its parameters are one JSON array of rows per table, so the text depends on the tables only and is
 * prepared once. A column with a default gets it where the row has no value, or null.
 *
 * Rows are added in the order of their unique columns: a statement waits for another that adds the same value, and two statements with different orders would
 * wait for each other. Rows of the last entity are added after all others. PostgreSQL would begin with them, and events would take their turns before the wait
 * for the rows that they are about.
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

/** Returns SQL that sets the patience before the first row is read, until the transaction ends. */
const boundOf = (patience: number) => `(select set_config('lock_timeout', '${patience}', true)) is not null`

/** Returns SQL that reads, before the first row, the rows that so many other inserts have added. */
const afterOthers = (count: number) =>
  Array.from({ length: count }, (_, index) => `(select count(*) from insert_${index + 1}) is not null`)

function insertInto(
  metadata: MetadataStorage,
  entity: EntitySchema,
  parameter: number,
  bounds: readonly string[],
): string {
  const meta = metadata.get(entity.meta.class)
  const given = meta.props.filter(isGiven)
  const list = columnsOf(given)
  const unique = columnsOf(meta.props.filter((property) => property.unique))
  const order = unique && ` order by ${unique}`
  const parent = parents.get(entity)
  const condition = bounds.length > 0 ? ` where ${bounds.join(' and ')}` : ''
  const values = given.map((property) => valuesOf(property, parent)).join(', ')
  return `insert into "${meta.tableName}" (${list}) select ${values} from json_populate_recordset(null::"${meta.tableName}", $${parameter}) added${condition}${order}`
}

/** Returns SQL for the identifier of a parent that exists, and stays until the commit: a deletion first locks it for an update. */
const whileThere = ({ column, entity }: Parent) =>
  `(select parent."id" from "${entity.meta.tableName}" parent where parent."id" = added."${column}" and parent."deleted_at" is null for key share)`

/** Returns SQL for the values of a property's columns, of the rows that are called `added`. */
function valuesOf(property: EntityProperty, parent: Parent | undefined): string {
  const { defaultRaw, fieldNames } = property
  if (parent && fieldNames.includes(parent.column)) return whileThere(parent)
  return defaultRaw === undefined ? columnsOf([property]) : `coalesce(added."${fieldNames[0]}", ${defaultRaw})`
}

const columnsOf = (properties: readonly EntityProperty[]): string =>
  listed(properties.flatMap(({ fieldNames }) => fieldNames))

const isGiven = (property: EntityProperty) =>
  property.persist !== false && property.generated === undefined && !isNumbered(property)

/**
 * Whether the database sets a property to a new number as a row is added. MikroORM assumes this for every integer that alone is a primary key, unless the
 * entity says otherwise.
 */
const isNumbered = ({ autoincrement }: EntityProperty) => autoincrement === true

const numbered = new WeakMap<object, readonly EntityProperty[]>()

/** Returns the properties of an entity that the database sets to a new number as a row is added, such as the turns of events. */
export function numberedBy(metadata: MetadataStorage, entity: EntitySchema): readonly EntityProperty[] {
  const meta = metadata.get(entity.meta.class)
  const properties = numbered.get(meta) ?? meta.props.filter(isNumbered)
  numbered.set(meta, properties)
  return properties
}

/** Throws an `Error` for rows with a value for a property that the database numbers: the value would be left out. */
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
