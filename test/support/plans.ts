import type { Database } from '@roster/core'
import { Client, escapeLiteral } from 'pg'
import { vi } from 'vitest'

/** A step of a plan, in the JSON of EXPLAIN with ANALYZE. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Heap Fetches'?: number
  Plans?: PlanNode[]
}

/** A statement as the driver sent it. */
export interface Sent {
  text: string
  values: readonly unknown[]
}

/** Kind of a plan: for these values, or for any values. */
export type PlanKind = 'custom' | 'generic'

/** Returns all steps of a plan. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Returns the number of entries that a step has read. */
export const looked = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

/** Tables that grow with the use of a service. */
const LARGE = ['users', 'orders', 'events', 'webhook_deliveries', 'idempotency_keys']

/** Greatest number of entries that a step may read for a page: the walk in list order before an index is used. */
const MOST = 2_100

/** Returns how a plan reads large tables: the indexes, with `far` when it reads more than a page needs, full scans, and long sorts. */
export function largeScansOf(plan: PlanNode): string[] {
  return nodesOf(plan).flatMap((node) => {
    const table = LARGE.find((name) => node['Relation Name'] === name)
    const index = node['Index Name']
    const isMuch = looked(node['Node Type'] === 'Sort' ? node.Plans![0]! : node) > MOST
    if (node['Node Type'] === 'Seq Scan' && table) return [`all of ${table}`]
    if (node['Node Type'] === 'Sort' && isMuch) return ['a long sort']
    if (index && LARGE.some((name) => index.startsWith(name))) return [isMuch ? `${index}, far` : index]
    return []
  })
}

/** Runs work, and returns all statements that are sent to the server meanwhile. */
export async function sentDuring(act: () => Promise<unknown>): Promise<Sent[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await act()
    return query.mock.calls.map(([statement, values]: any[]) =>
      typeof statement === 'string' ? { text: statement, values: values ?? [] } : { values: [], ...statement },
    )
  } finally {
    query.mockRestore()
  }
}

/** Executes a statement with a plan of this kind, returns the plan, and rolls the changes back. */
export async function planOf(database: Database, { text, values }: Sent, kind: PlanKind): Promise<PlanNode> {
  const transaction = database.transaction()
  const run = <Row>(statement: string) => transaction.query<Row>({ text: statement })
  try {
    await run(`set local plan_cache_mode = force_${kind}_plan`)
    await run(`prepare explained as ${text}`)
    const given = values.length > 0 ? `(${values.map(literal).join(', ')})` : ''
    const [row] = await run<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze ${!ADDS.test(text)}, format json) execute explained${given}`,
    )
    await run('deallocate explained')
    return row!['QUERY PLAN'][0].Plan
  } finally {
    await transaction.rollback()
  }
}

/** Statements that add records. They cannot run twice, so they are only planned. */
const ADDS = /json_populate_recordset/

/** Returns a value of a parameter as SQL. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`)
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}
