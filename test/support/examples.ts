import { application as roster } from '@roster/api'
import type { EntityMetadata } from '@mikro-orm/core'
import type { Application, Database } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import { ensureAdminKey } from '@roster/core/server'
import type { z } from 'zod'
import { untilItEnds } from '../../packages/core/src/data/retry.ts'

/** Returns the secret of the administrator's key in every database of examples, with the application's prefix. */
export const exampleSecretOf = ({ naming }: Pick<Application, 'naming'>) =>
  `${naming.secretPrefixes.apiKey}E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi`

/** Secret of the administrator's key in Roster's databases of examples. */
export const EXAMPLE_SECRET = exampleSecretOf(roster)

type Row = Record<string, unknown>

/** Returns the first example of a schema, or undefined when it has none. */
export function exampleOf(schema: unknown): unknown {
  const { examples } = (schema as z.ZodType).meta() ?? {}
  return examples?.[0]
}

/** Returns an operation's input from the contract's examples: path parameters and body. Query parameters keep their defaults. */
export function exampleInput(operation: AnyOperation): Row {
  const path = operation.pathNames.map((name) => [name, exampleOf(operation.parameters.shape[name])])
  return { ...Object.fromEntries(path), ...(operation.example as Row) }
}

/** Returns one statement that empties every table. It does not use `truncate`, which takes ten times as long for a few rows. */
function emptying({ entities }: Application): string {
  const tables = entities.map((entity) => entity.meta.tableName).filter((name) => name !== 'event_log')
  return `with ${tables.map((name) => `from_${name} as (delete from "${name}")`).join(', ')} select`
}

/**
 * Empties a database and fills it with the example record of each resource, so that the identifiers in examples exist. A record is stored in
 * the table of its resource that has a column for every member, except members that are objects or depend on the caller.
 */
export async function fillWithExamples(
  database: Database,
  time: number,
  application: Application = roster,
): Promise<void> {
  const { access, naming, resources } = application
  // Background work of a service may lock the same rows in another order.
  await untilItEnds(() => database.query({ text: emptying(application) }))
  await ensureAdminKey({ database, access, naming }, exampleSecretOf(application), time)
  const transaction = database.transaction()
  for (const { contract, entities: own } of Object.values(resources)) {
    const outputs = Object.values<AnyOperation>(contract.operations).map(({ output }) => output)
    const records = [...outputs.flatMap(recordOf), ...outputs.flatMap(recordListed)]
    for (const entity of own) {
      const meta = database.orm.getMetadata().get(entity.meta.class)
      const record = records.find((members) => isKeptIn(meta, members))
      if (record) transaction.insert(entity, { ...blankRow(meta), ...columnsOf(meta, record) })
    }
    // Later records may refer to these.
    await transaction.flush()
  }
  await transaction.commit()
  await database.query(scopesHeld, [JSON.stringify(access.scopeNames)])
}

/** Gives endpoints every scope, as an administrator's have. No example shows this column. */
const scopesHeld = { text: 'update webhook_endpoints set scopes = $1' }

/** Assigns the session of the examples to the user with this e-mail address. */
export async function giveExampleSession(database: Database, email: string): Promise<void> {
  const text = `update sessions set user_id = u.id, credentials_version = coalesce(c.version, 1) from accounts u
    left join account_credentials c on c.account_id = u.id
    where u.email = $1 and sessions.token_hash is null`
  await database.query({ text }, [email])
}

function recordOf(output: z.ZodType | undefined): Row[] {
  const example = output && exampleOf(output)
  return isObject(example) ? [example] : []
}

/** Returns the example record of a list's elements. */
function recordListed(output: z.ZodType | undefined): Row[] {
  const [page] = (output as Partial<z.ZodUnion<z.ZodObject[]>> | undefined)?.options ?? []
  const { element } = (page?.shape['data'] ?? {}) as Partial<z.ZodArray>
  return recordOf(element as z.ZodType | undefined)
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

function isKeptIn({ properties, primaryKeys }: EntityMetadata, record: Row): boolean {
  if (!primaryKeys.every((name) => name in record)) return false
  return Object.entries(record).every(
    ([name, value]) => isObject(value) || typeof value === 'boolean' || name in properties,
  )
}

/** Returns the members of a record, and of its objects, that have a column. */
function columnsOf({ properties }: EntityMetadata, record: Row): Row {
  const nested = Object.values(record).filter(isObject).flatMap(Object.entries)
  return Object.fromEntries([...nested, ...Object.entries(record)].filter(([name]) => name in properties))
}

const BLANKS: Record<string, unknown> = { text: '', int: 0, jsonb: [] }

/** Returns values for the required columns that the contract does not show: an empty text or array, or 0. */
function blankRow(meta: EntityMetadata): Row {
  const required = meta.props.filter(({ nullable }) => !nullable)
  const typed = required.map(({ name, columnTypes: [type = ''] }) => [name, type] as const)
  return Object.fromEntries(typed.filter(([, type]) => type in BLANKS).map(([name, type]) => [name, BLANKS[type]]))
}
