import type { Database } from '@roster/core'
import { createSealer, examineReplica, hasTable, pendingMigrations, requireFinished } from '@roster/core/server'
import { shortcomingsOf } from '../service/pooler.ts'
import { secretsOf } from '../service/secrets.ts'
import { SettingsError } from '../settings/settings.ts'
import { fault, type Finding, fine, type Patient, warning } from './finding.ts'
import { ENTITLED, refusalExplained } from './server-refusals.ts'

/** Largest difference between the clocks of this machine and the database without a warning, in seconds. */
const CLOCK_DIFFERENCE = 5

/** Checks a database that is open. */
export async function examineDatabase(database: Database, patient: Patient): Promise<Finding[]> {
  const examinations = database.isShared ? [server, pooler, replicas, clock, schema, seal] : [schema, seal]
  const findings: Finding[] = []
  try {
    for (const examine of examinations) findings.push(...(await examine(database, patient)))
  } catch (error) {
    const refusal = refusalExplained(error)
    if (refusal === undefined) throw error
    findings.push(fault(refusal))
  }
  return findings
}

async function server({ query }: Database): Promise<Finding[]> {
  const [found] = await query<{ version: string }>({ text: `select current_setting('server_version') as version` })
  return [fine(`The database server is PostgreSQL ${found!.version}.`)]
}

async function pooler(database: Database): Promise<Finding[]> {
  if (database.pooling === 'none') return []
  const shortcomings = await shortcomingsOf(database)
  return [fine(`A pooler in ${database.pooling} mode stands before it.`), ...shortcomings.map(warning)]
}

async function replicas(database: Database, { settings, called }: Patient): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const url of settings.DATABASE_REPLICA_URL ?? []) {
    const why = await examineReplica(database, url, settings.DATABASE_REPLICA_LAG)
    const { host } = new URL(url)
    if (why === undefined) findings.push(fine(`The replica at ${host} answers lists and exports.`))
    else findings.push(warning(`${called('DATABASE_REPLICA_URL')}: the replica at ${host} is left out: ${why}.`))
  }
  return findings
}

async function clock({ query }: Database): Promise<Finding[]> {
  const [found] = await query<{ now: number }>({
    text: 'select extract(epoch from clock_timestamp())::float8 as now',
  })
  const difference = Math.round(Math.abs(found!.now - Date.now() / 1_000))
  if (difference <= CLOCK_DIFFERENCE) return [fine('The clock of this machine agrees with that of the database.')]
  return [warning(`The clock of this machine is ${difference} seconds off that of the database. Set both by NTP.`)]
}

async function schema(database: Database, { application, settings, called }: Patient): Promise<Finding[]> {
  try {
    await requireFinished(database.query)
  } catch (error) {
    return [fault((error as Error).message)]
  }
  const isNew = !(await hasTable(database.query, application.ledgers[0]!.table))
  const pending = isNew ? [] : await pendingMigrations(database, application.ledgers)
  if (!isNew && pending.length === 0) return [fine('The schema is up to date.')]
  if (settings.MIGRATE === 'on' && !(await mayMakeTables(database)))
    return [fault(`The user of the database may not make tables. ${ENTITLED}`)]
  if (isNew) return [fine('The database has no tables yet; the first start makes them.')]
  const missing = `Migrations are to be taken: ${pending.length}, from ${pending[0]} on.`
  return settings.MIGRATE === 'on'
    ? [fine(`${missing} The next start takes them.`)]
    : [fault(`${missing} Run \`${application.naming.slug} migrate\`, or start without ${called('MIGRATE')}=off.`)]
}

/** Whether the user of the database may create tables in the current schema. */
async function mayMakeTables({ query }: Database): Promise<boolean> {
  const [found] = await query<{ may: boolean | null }>({
    text: `select has_schema_privilege(current_schema(), 'create') as may`,
  })
  return found!.may === true
}

/** Checks whether the newest signing key can be unsealed. It stands for all sealed values. */
async function seal(database: Database, { application: { naming }, settings, called }: Patient): Promise<Finding[]> {
  if (!(await hasTable(database.query, 'signing_keys'))) return []
  const [key] = await database.query<{ private_key: string }>({
    text: 'select private_key from signing_keys order by signs_from desc limit 1',
  })
  if (!key) return []
  try {
    createSealer(secretsOf(naming, settings), 'signing-key').unseal(key.private_key)
    return [fine('What the database keeps sealed can be opened.')]
  } catch (error) {
    if (error instanceof SettingsError) return error.faults.map(fault)
    return [fault(`${(error as Error).message} The setting is ${called('SECRET')}.`)]
  }
}
