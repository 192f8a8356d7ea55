/**
 * Measures the time of each operation by the size of the tables: `npm run growth -- --sizes 1000,100000,1000000 --churn 100000`. Each size has its
 * own PostgreSQL database, with ten events for each user, and a running service.
 */
import { parseArgs } from 'node:util'
import { churn } from './churn.ts'
import { withDatabase } from './database.ts'
import { fill, type Run, settle } from './fill.ts'
import { measureAll } from './measure.ts'
import { startReceiver } from './receiver.ts'
import { prepared, served } from './served.ts'
import { sizesOf } from './sizes.ts'
import { type Column, tablesOf } from './table.ts'

/** Number of events for each user. */
const EVENTS = 10

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { sizes: { type: 'string', default: '1000,100000' }, churn: { type: 'string', default: '100000' } },
  })
  const server = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const columns: Column[] = []
  for (const users of numbersIn(values.sizes)) {
    const times = numbersIn(values.churn).includes(users) ? 10 : 0
    columns.push(...(await withDatabase(server, `roster_growth_${users}`, (url, run) => sized(url, run, users, times))))
    console.log(tablesOf(columns))
  }
}

const numbersIn = (list: string) => list.split(',').filter(Boolean).map(Number)

/** Measures all operations with this number of users, and again after `churned` rounds in which all users were changed or deleted. */
async function sized(url: string, run: Run, users: number, churned: number): Promise<Column[]> {
  const filling = { users, events: users * EVENTS }
  const receiver = await startReceiver()
  const endpoint = await prepared(url, receiver.url)
  await fill(run, { ...filling, endpoint })
  await settle(run)
  // The operations add records, so the sizes are read first.
  const columnOf = async (title: string): Promise<Column> => ({
    title,
    sizes: await sizesOf(run),
    measured: await served(url, (service) => measureAll({ ...filling, url: service, run, endpoint, receiver })),
  })
  try {
    const before = await columnOf(users.toLocaleString('en'))
    if (churned === 0) return [before]
    await churn(run, users, churned)
    const swollen = await sizesOf(run)
    await settle(run)
    return [before, { ...(await columnOf(`${before.title}, churned`)), swollen }]
  } finally {
    receiver.close()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
