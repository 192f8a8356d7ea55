import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '@roster/core'
import { openDatabase } from '@roster/core/server'
import { entities } from '@roster/api'

/** What every embedded database is again before it is used again. */
interface Template {
  dump: Blob
  /** Stands for the tables, functions, constraints, triggers and statistics there are. */
  shape: string
  /** Rows as JSON, by table, of those that have any. */
  rows: [table: string, rows: string][]
}

/** Databases that nobody uses at present. To start one takes ten times as long as to empty one. */
const idle: PGlite[] = []
let template: Promise<Template> | undefined

/** A copy of the template in the file, for which a database of this process is used again where there is one. `own` are entities beside ours. */
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

/** Of each of these catalogs how many rows it has, and in which transaction the newest was written. */
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

/** Empties the tables that have anything in them. */
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

/** Makes the rows those of the template again, and forgets what the session has set. */
async function restore(pglite: PGlite, { rows }: Template): Promise<void> {
  await pglite.exec('discard all')
  await pglite.exec(EMPTY)
  for (const [table, json] of rows)
    await pglite.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [json])
}
