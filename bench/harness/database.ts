import { access, application, entities, naming } from '@roster/api'
import { ensureAdminKey, migrate, openDatabase } from '@roster/core/server'
import { Client } from 'pg'
import { people } from './people.ts'
import { API_KEY } from './request.ts'

export interface BenchDatabase {
  /** Creates a copy for one contender, so that no contender reads the writes of another. Returns the URL of the copy. */
  copy(): Promise<string>
  /** Drops the database and its copies. */
  drop(): Promise<void>
}

const seed = `
  insert into users (id, name, email, role, status, version, created_at, updated_at, email_key, search)
  select id, name, email, role, status, version, created_at, updated_at, email, lower(name || chr(10) || email)
  from json_populate_recordset(null::users, $1)`

/** Creates a database with the schema, the users and the API key. Returns undefined when no server answers. */
export async function makeDatabase(server: string): Promise<BenchDatabase | undefined> {
  const name = `roster_bench_${process.pid}`
  if (!(await answers(server))) return undefined
  await onServer(server, `create database ${name}`)
  const names = [name]
  const drop = async () => {
    for (const one of names) await onServer(server, `drop database if exists ${one} with (force)`)
  }
  try {
    const database = await openDatabase({ url: urlOf(server, name) }, { name: 'roster', entities })
    await migrate(database, application.ledgers)
    await ensureAdminKey({ database, access, naming }, API_KEY, Date.now())
    await database.query({ text: seed }, [JSON.stringify(people)])
    await database.query({ text: 'vacuum analyze users, api_keys' })
    await database.close()
  } catch (error) {
    await drop()
    throw error
  }
  return {
    async copy() {
      const copy = `${name}_${names.length}`
      names.push(copy)
      await onServer(server, `create database ${copy} template ${name}`)
      return urlOf(server, copy)
    },
    drop,
  }
}

const urlOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

const answers = (server: string) =>
  onServer(server, 'select 1').then(
    () => true,
    () => false,
  )

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
