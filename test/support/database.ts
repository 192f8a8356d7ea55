import { randomUUID } from 'node:crypto'
import type { Application, Database } from '@roster/core'
import { migrate, openDatabase } from '@roster/core/server'
import { entities } from '@roster/api'
import { expect, inject } from 'vitest'
import { copyEmbedded } from './embedded.ts'
import { administration, onServer, withDatabase } from './template.ts'

/** Whether the tests run on a PostgreSQL server, where transactions are concurrent. */
export const onPostgres = process.env['DATABASE_URL'] !== undefined

/** A test's own database with the schema, and the URLs by which another process can open it. */
export interface TestDatabase {
  database: Database
  /** URL on the server; undefined for the embedded database. */
  url: string | undefined
  /** URL without the pooler; undefined for the embedded database. */
  directUrl: string | undefined
  drop: () => Promise<void>
}

/** Creates a database without a schema on the server. */
export async function emptyDatabase(): Promise<{ url: string; directUrl: string; drop: () => Promise<void> }> {
  const name = newName()
  await onServer(administration()!, `create database ${name}`)
  return {
    url: withDatabase(process.env['DATABASE_URL']!, name),
    directUrl: withDatabase(administration()!, name),
    drop: () => onServer(administration()!, `drop database if exists ${name} with (force)`),
  }
}

const newName = () => `roster_test_${randomUUID().replaceAll('-', '')}`

/** Copies the template database. `own` are further entities; the test creates and drops their tables. */
export async function copyDatabase(own: typeof entities = []): Promise<TestDatabase> {
  const server = process.env['DATABASE_URL']
  const template = inject('template')
  if (!server) return { ...(await copyEmbedded(template, own)), url: undefined, directUrl: undefined }
  const name = newName()
  await onServer(administration()!, `create database ${name} template ${template}`)
  const url = withDatabase(server, name)
  const directUrl = withDatabase(administration()!, name)
  const database = await openDatabase({ url, directUrl }, { name: 'roster', entities: [...entities, ...own] })
  const drop = async () => {
    await database.close()
    await onServer(administration()!, `drop database if exists ${name} with (force)`)
  }
  return { database, url, directUrl, drop }
}

/** Waits until this many sessions of a database on the server wait for locks, and returns their process identifiers. */
export async function untilWaiting({ query }: Pick<Database, 'query'>, count = 1): Promise<number[]> {
  const text = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let sessions: { pid: number }[] = []
  await expect.poll(async () => (sessions = await query<{ pid: number }>({ text }))).toHaveLength(count)
  return sessions.map(({ pid }) => pid)
}

/** Creates a database with the schema of an application's migrations. */
export async function migratedDatabase({ entities: tables, ledgers, naming }: Application): Promise<TestDatabase> {
  const none = { url: undefined, directUrl: undefined, drop: async () => {} }
  const empty = onPostgres ? await emptyDatabase() : none
  const { url, directUrl } = empty
  const location = url === undefined ? { directory: undefined } : { url, directUrl }
  const database = await openDatabase(location, { entities: tables, name: naming.slug })
  await migrate(database, ledgers)
  const drop = async () => {
    await database.close()
    await empty.drop()
  }
  return { database, url, directUrl, drop }
}
