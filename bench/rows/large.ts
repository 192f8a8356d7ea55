import { type LargeContender, readRow, startRow, typeCheckRow } from '../harness/large.ts'
import type { Group } from '../harness/row.ts'

const OPERATIONS = 1_000

const trpc: LargeContender = { name: 'tRPC with trpc-to-openapi', library: 'trpc', operations: OPERATIONS }
const orpc: LargeContender = { name: 'oRPC', library: 'orpc', operations: OPERATIONS }
const roster: LargeContender = { name: 'Roster', library: 'roster', operations: OPERATIONS }
const small: LargeContender = { name: 'Roster with 5', library: 'roster', operations: 5 }

/** Costs of an application with many operations: type check, start and calls. */
export const large: Group = {
  name: 'large',
  needsPostgres: false,
  rows: [
    typeCheckRow({ title: '1,000 operations, `tsc`', aim: 1, contenders: [orpc, roster, trpc] }),
    startRow({ title: '1,000 operations, start', aim: 1, contenders: [orpc, roster, trpc] }),
    readRow({ title: 'GET one of 1,000 operations', aim: 1, contenders: [small, roster] }),
  ],
}
