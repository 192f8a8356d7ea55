import { expect, test } from 'vitest'
import type { Database } from '../data/database.ts'
import type { Query } from '../data/statement.ts'
import { readsOf } from './reads.ts'
import type { Replica } from './replica.ts'

const answering = (name: string) => (async () => [name]) as unknown as Query
const primary = { query: answering('primary') } as Partial<Database> as Database

/** A replica whose only row is its name. */
const replica = (name: string, fault?: string) =>
  ({ fault, take: async () => ({ query: answering(name) }) }) as unknown as Replica

const namesOf = async (replicas: readonly Replica[], count: number) => {
  const { query, replication } = readsOf(primary, replicas, async () => ({ lsn: '0/1', timeline: '00000001' }))
  const names: unknown[] = []
  for (let nth = 0; nth < count; nth++) names.push(...(await query({ text: 'select 1' })))
  return [names, replication!.counts]
}

test('replicas answer in turn, and those that are unfit are left out', async () => {
  const replicas = [replica('one'), replica('two', 'it is no standby'), replica('three')]
  expect(await namesOf(replicas, 4)).toEqual([['one', 'three', 'one', 'three'], { primary: 0, replica: 4 }])
})

test('the primary answers where no replica is fit', async () => {
  expect(await namesOf([replica('one', 'it is no standby')], 2)).toEqual([
    ['primary', 'primary'],
    { primary: 2, replica: 0 },
  ])
})
