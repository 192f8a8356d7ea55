import type { PoolClient } from 'pg'
import type { Connect } from './postgres-query.ts'
import type { Query } from './statement.ts'
import { isRefusal } from './refusal.ts'
import { selectOf, type Snapshot } from './snapshot.ts'

/**
 * Runs reads in one transaction, which sees the same rows from its first query to its end. The transaction only reads, so it gets no transaction number that
 * others would have to wait for.
 */
export async function inSnapshot<Result>(
  connect: Connect,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = await connect()
  let lost: Error | undefined
  // Between two queries no call waits on the connection to learn that it broke; the next query learns it. A lost connection answers no rollback.
  const noteLoss = (error: Error) => (lost = error)
  client.on('error', noteLoss)
  try {
    await client.query('begin isolation level repeatable read read only')
    return await read(snapshotOf(client, noteLoss))
  } finally {
    if (!lost) await client.query('rollback').catch(noteLoss)
    client.off('error', noteLoss)
    client.release(lost)
  }
}

/**
 * Returns a snapshot whose slices come from a cursor of the server. The cursor is planned once for all slices, so that a wrong guess of the planner costs once.
 */
function snapshotOf(client: PoolClient, noteLoss: (error: Error) => void): Snapshot {
  const query: Query = async ({ text }, values = []) => {
    try {
      return (await client.query(text, [...values])).rows
    } catch (error) {
      if (!isRefusal(error)) noteLoss(error as Error)
      throw error
    }
  }
  return {
    query,
    async *slices<Row>(rows: Parameters<Snapshot['slices']>[0], size: number) {
      await query({ text: `declare slices no scroll cursor for ${selectOf(rows)}` }, rows.where.values)
      for (;;) {
        const slice = await query<Row>({ text: `fetch ${size} from slices` })
        if (slice.length > 0) yield slice
        if (slice.length < size) break
      }
      await query({ text: 'close slices' })
    },
  }
}
