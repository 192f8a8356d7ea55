import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '@roster/core'
import { openDatabase } from '@roster/core/server'
import { entities } from '@roster/api'

/** The state to which an embedded database is restored before the next use. */
interface Template {
  dump: Blob
  /** Fingerprint of the tables, functions, constraints, triggers and statistics. */
  shape: string
  /** Rows as JSON, for each table that has rows. */
  rows: [table: string, rows: string][]
}

/** Databases that are not in use. Starting a database takes ten times as long as emptying one. */
const idle: PGlite[] = []
let template: Promise<Template> | undefined

/** Returns a copy of the template in a file. Reuses an idle database of this process when there is one. `own` are further entities. */
export async function copyEmbedded(
  file: string,
  own: typeof entities = [],
): Promise<{ database: Database; drop: () => Promise<void> }> {
  template ??= readTemplate(file)
  const known = await template
  const pglite = idle.pop() ?? (await PGlite.create({ loadDataDir: known.dump }))
  const database = await openDatabase(
    { directory: undefined },
    { name: 'roster', entities: [...entities, ...own], pglite },
  )
  const drop = async () => {
    if (idle.includes(pglite)) throw new Error('This database is dropped twice: somebody else may have it by now.')
    await database.close()
    await restore(pglite, known)
    if ((await shapeOf(pglite)) === known.shape) idle.push(pglite)
    else await pglite.close()
  }
  return { database, drop }
}

async function readTemplate(file: string): Promise<Template> {
  const dump = new Blob([await readFile(file)])
  const pglite = await PGlite.create({ loadDataDir: dump })
  idle.push(pglite)
  return { dump, shape: await shapeOf(pglite), rows: await rowsOf(pglite) }
}

const SHAPED = ['pg_attribute', 'pg_attrdef', 'pg_proc', 'pg_constraint', 'pg_trigger', 'pg_statistic']

/** Returns for each of these catalogs the number of rows, and the transaction that wrote the newest one. */
async function shapeOf(pglite: PGlite): Promise<string> {
  const each = SHAPED.map((name) => `select '${name}', count(*), max(xmin::text::bigint) from ${name}`)
  return JSON.stringify((await pglite.query(each.join(' union all '), [], { rowMode: 'array' })).rows)
}

async function rowsOf(pglite: PGlite): Promise<Template['rows']> {
  const { rows: tables } = await pglite.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const all: Template['rows'] = []
  for (const { name } of tables) {
    const { rows } = await pglite.query<{ json: string | null }>(`select json_agg(t)::text as json from ${name} t`)
    if (rows[0]!.json !== null) all.push([name, rows[0]!.json])
  }
  return all
}

/** SQL that truncates all tables that have content. */
const EMPTY = `
  do $$
  declare
    filled text := (
      select string_agg(oid::regclass::text, ', ') from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    );
  begin
    execute 'truncate ' || filled || ' cascade';
  end $$`

/** Restores the rows of the template, and resets the settings of the session. */
async function restore(pglite: PGlite, { rows }: Template): Promise<void> {
  await pglite.exec('discard all')
  await pglite.exec(EMPTY)
  for (const [table, json] of rows)
    await pglite.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [json])
}
