import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { application, entities } from '@roster/api'
import { migrate, openDatabase } from '@roster/core/server'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { emptyCluster } from '../../scripts/mutants/cluster.ts'
import { PATIENCE } from './patience.ts'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The template of every test database: a dump of an embedded database, or the name of a database on the server. */
    template: string
    /** Data directory of an empty embedded database, to be copied. */
    cluster: string
    /** A folder for files that the workers keep until the end of the run. */
    scratch: string
  }
}

/** Creates a folder for the run, and a template database with the schema. Each test file uses a copy of the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = administration()
  const scratch = await mkdtemp(join(tmpdir(), 'roster-test-'))
  project.provide('scratch', scratch)
  const cluster = await emptyCluster(join(scratch, 'cluster'))
  project.provide('cluster', cluster)
  const dropTemplate = url ? await templateOnServer(url, project) : await templateInFile(scratch, cluster, project)
  return async () => {
    await dropTemplate()
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function templateInFile(scratch: string, cluster: string, project: TestProject): Promise<() => Promise<void>> {
  const [file, migrated] = [join(scratch, 'template.tar'), join(scratch, 'template')]
  await cp(cluster, migrated, { recursive: true })
  const pglite = await PGlite.create(migrated)
  const database = await openDatabase({ directory: undefined }, { name: 'roster', entities, pglite })
  await migrate(database, application.ledgers)
  await database.close()
  await writeFile(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  project.provide('template', file)
  return async () => {}
}

async function templateOnServer(url: string, project: TestProject): Promise<() => Promise<void>> {
  const name = `roster_template_${randomUUID().replaceAll('-', '')}`
  await onServer(url, `create database ${name}`)
  const database = await openDatabase({ url: withDatabase(url, name) }, { name: 'roster', entities })
  await migrate(database, application.ledgers)
  await database.close()
  project.provide('template', name)
  return () => onServer(url, `drop database if exists ${name} with (force)`)
}

/** Runs one statement on a server, outside of any database of the tests. */
export async function onServer(url: string, statement: string): Promise<void> {
  await rowsOnServer(url, statement)
}

/** Runs one statement on a server, outside of any database of the tests, and returns its rows. */
export async function rowsOnServer<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Returns the URL of the server on which databases are created: `DATABASE_DIRECT_URL` behind a pooler, else `DATABASE_URL`. */
export const administration = () => process.env['DATABASE_DIRECT_URL'] ?? process.env['DATABASE_URL']

/** Waits until a started server answers. Throws the server's error after `PATIENCE`. */
export async function untilAnswering(url: string): Promise<void> {
  for (const end = performance.now() + PATIENCE; ; await wait(50)) {
    try {
      return await onServer(url, 'select 1')
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}

export function withDatabase(url: string, name: string): string {
  const target = new URL(url)
  target.pathname = `/${name}`
  return target.href
}
