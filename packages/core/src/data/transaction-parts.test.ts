import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { newUser, User, UserEntity } from '@roster/test/records'
import { Topic } from './announcements.ts'
import type { Database } from './database.ts'
import { lockById } from './lock.ts'
import type { Transaction } from './transaction.ts'

const NOW = '2026-11-21T09:30:00.000Z'
const make = (name: string, address = name) =>
  newUser({ name, email: `${address.toLowerCase()}@example.com`, role: 'viewer', status: 'active' }, NOW)

let copy: TestDatabase
let database: Database
beforeEach(async () => {
  copy = await copyDatabase()
  database = copy.database
})
afterEach(() => copy.drop())

const stored = async () =>
  (await database.query<{ name: string }>({ text: 'select name from users order by name' })).map(({ name }) => name)

test('what a part that failed has added is taken back, and the rest is committed', async () => {
  const transaction = database.transaction()
  transaction.insert(UserEntity, make('Ada'))
  const part = transaction.nested(async () => {
    transaction.insert(UserEntity, make('Bob'))
    throw new Error('refused')
  })
  await expect(part).rejects.toThrow('refused')
  await transaction.commit()
  expect(await stored()).toEqual(['Ada'])
})

describe('a part of a change', () => {
  const addIn = (transaction: Transaction, name: string, address = name) =>
    transaction.nested(async () => transaction.insert(UserEntity, make(name, address)))

  test('that has a part itself is taken back with it', async () => {
    const transaction = database.transaction()
    const part = transaction.nested(async () => {
      transaction.insert(UserEntity, make('Ada'))
      await addIn(transaction, 'Bob')
      throw new Error('refused')
    })
    await expect(part).rejects.toThrow('refused')
    await addIn(transaction, 'Cleo')
    await transaction.commit()
    expect(await stored()).toEqual(['Cleo'])
  })

  test('fails when its rows are refused, and the rest is committed', async () => {
    const transaction = database.transaction()
    transaction.insert(UserEntity, make('Ada'))
    await expect(addIn(transaction, 'Eve', 'ada')).rejects.toMatchObject({ code: '23505' })
    await transaction.commit()
    expect(await stored()).toEqual(['Ada'])
  })

  test('that failed leaves the records that were loaded before as they were, and they can be changed', async () => {
    const ada = make('Ada')
    const first = database.transaction()
    first.insert(UserEntity, ada)
    await first.commit()
    const transaction = database.transaction()
    const user = (await lockById(transaction, User, ada.id))!
    const part = transaction.nested(async () => {
      user.change({ name: 'Eve', role: 'admin' }, NOW)
      await transaction.flush()
      throw new Error('refused')
    })
    await expect(part).rejects.toThrow('refused')
    expect(user).toMatchObject({ name: 'Ada', role: 'viewer' })
    user.change({ name: 'Grace' }, NOW)
    await transaction.commit()
    const rows = await database.query({ text: 'select name, role from users' })
    expect(rows).toEqual([{ name: 'Grace', role: 'viewer' }])
  })
})

test('a change in which a refusal was ignored is told as not committed, and nothing of it is announced', async () => {
  const named = new Topic<string>('named')
  const told: string[] = []
  database.on(named, (name) => told.push(name))
  const transaction = database.transaction()
  transaction.announce(named, 'Ada')
  await transaction.query({ text: `select set_config('roster.test', 'kept', true)` })
  await expect(transaction.query({ text: 'select 1 / 0' })).rejects.toMatchObject({ code: '22012' })
  await expect(transaction.commit()).rejects.toThrow('nothing is committed. Run what may fail in `transaction.nested`')
  await transaction.rollback()
  expect(told).toEqual([])
  await database.query({ text: 'select 1' })
})
