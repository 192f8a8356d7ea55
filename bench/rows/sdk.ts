import { callRow } from '../harness/calls.ts'
import type { Group } from '../harness/row.ts'

export const sdk: Group = {
  name: 'sdk',
  needsPostgres: false,
  rows: [
    callRow({ title: 'The client: GET one user, one call after another', aim: 0.97, work: 'get', concurrency: 1 }),
    callRow({ title: 'The client: GET one user, 16 calls at a time', aim: 0.97, work: 'get', concurrency: 16 }),
    callRow({ title: 'The client: 20,000 users on 1,000 pages', aim: 0.97, work: 'walk', concurrency: 1, rounds: 7 }),
  ],
}
