import type { Database } from '@roster/core'
import { Client, escapeLiteral } from 'pg'
import { vi } from 'vitest'

/** A step of a plan, as EXPLAIN with ANALYZE tells it in JSON. */
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

/** How a plan is made: for the values at hand, or once for all there may be. */
export type PlanKind = 'custom' | 'generic'

/** A plan and all its steps. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** How many entries a step has looked at. */
export const looked = (node: PlanNode) =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

/** Tables that grow with what a service is used for. */
const LARGE = ['users', 'orders', 'events', 'webhook_deliveries', 'idempotency_keys']

/** Most entries that a step looks at for a page: the walk along an order before an index is asked. */
const MOST = 2_100

/** How a plan reads large tables: by which indexes, marked where it looks at more than is needed for a page; and what else is too much. */
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

/** Notes every statement that is sent to the server while something is done. */
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

/** Executes a statement as its plan of this kind has it, tells that plan, and takes back what it did. */
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

/** What adds records cannot be done twice, and is only planned. */
const ADDS = /json_populate_recordset/

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`)
  return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}
