import type { Database } from '@roster/core'
import { SESSION_SETTINGS } from '@roster/core/server'

/** Returns what a service behind a pooler lacks, each with its remedy, as sentences for operators. Empty without a pooler. */
export async function shortcomingsOf(database: Database): Promise<string[]> {
  if (database.pooling === 'none') return []
  return [...(database.hears ? [] : [DEAF]), ...(await unset(database))]
}

const DEAF =
  'DATABASE_URL leads to a pooler in transaction mode, behind which nothing is heard of other processes: messages of sockets stay in their process, ' +
  'and events take up to 100 ms. Set DATABASE_DIRECT_URL to the address of the server itself.'

// The time zone is left out: times are read in any zone.
const { timezone: _, ...wanted } = SESSION_SETTINGS

/**
 * Settings without which times are misread, and writes fail after concurrent ones. Other values are always reported: nobody sets them on purpose for this
 * service.
 */
const NEEDED = ['DateStyle', 'default_transaction_isolation']

/**
 * Returns a sentence about settings that sessions behind a pooler lack: settings left at PostgreSQL's default although other values suit this service, and
 * needed ones. Empty when none is missing.
 */
async function unset({ query }: Database): Promise<string[]> {
  const rows = await query<{ name: string }>(
    {
      text: `select name from pg_settings join json_each_text($1) as wanted (key, value) on key = name
        where (setting = boot_val or name = any($2)) and current_setting(name) <> value and current_setting(name) not like 'ISO,%' order by name`,
    },
    [JSON.stringify(wanted), NEEDED],
  )
  if (rows.length === 0) return []
  const statements = rows.map(({ name }) => `alter role current_user set ${name} = '${wanted[name]}';`)
  return [`Behind a pooler sessions begin as the role has them. Run once: ${statements.join(' ')}`]
}
