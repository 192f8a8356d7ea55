import { parseArgs } from 'node:util'
import { type BenchDatabase, makeDatabase } from './harness/database.ts'
import { type Effort, measure } from './harness/measure.ts'
import type { Group } from './harness/row.ts'
import { table } from './harness/table.ts'
import { groups } from './rows/groups.ts'

const THOROUGH: Effort = { rounds: 20, seconds: 0.5 }
const QUICK: Effort = { rounds: 7, seconds: 0.4 }

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { quick: { type: 'boolean' } } })
  const chosen = positionals.length === 0 ? groups : positionals.map(groupNamed)
  const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

  const database = chosen.some(({ needsPostgres }) => needsPostgres) ? await makeDatabase(server) : undefined
  process.once('SIGINT', () => void database?.drop().finally(() => process.exit(130)))
  try {
    for (const group of chosen) await runGroup(group, values.quick ? QUICK : THOROUGH, database)
  } finally {
    await database?.drop()
  }
}

function groupNamed(name: string): Group {
  const group = groups.find((one) => one.name === name)
  if (!group) throw new Error(`There is no group ${name}. There are: ${groups.map((one) => one.name).join(', ')}.`)
  return group
}

async function runGroup(
  { name, needsPostgres, rows }: Group,
  effort: Effort,
  database: BenchDatabase | undefined,
): Promise<void> {
  if (needsPostgres && !database) {
    console.log(`${name}: skipped, because no PostgreSQL answers. Start one, or set DATABASE_URL.\n`)
    return
  }
  const environmentOf = async () => ({ DATABASE_URL: await database?.copy() })
  for (const row of rows) console.log(table(row, await measure(row, effort, environmentOf)))
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
