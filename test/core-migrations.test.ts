import { application, entities } from '@roster/api'
import { coreLedger, migrate, openDatabase } from '@roster/core/server'
import { expect, test } from 'vitest'

/** Tables that the core keeps, whatever the application is. */
const core = entities.filter(({ meta }) => !['users', 'orders'].includes(meta.tableName))

test("the core's own migrations make the tables that its entities describe, and begin the log of events", async () => {
  const database = await openDatabase({ directory: undefined }, { name: 'roster', entities: core })
  expect(await migrate(database, [coreLedger])).toEqual([
    '20261122222000_core',
    '20261123083737_lighter_deliveries',
    '20261123120000_large_logs',
    '20261124090000_epochs',
    '20261124120000_traces',
    '20261126080000_event_turns',
  ])
  expect(await migrate(database, [coreLedger])).toEqual([])
  expect(await database.orm.schema.getUpdateSchemaSQL({ safe: false, wrap: false })).toBe(
    'drop table if exists "core_migrations" cascade;\n',
  )
  expect(await database.query({ text: 'select head, kept_from from event_log' })).toEqual([{ head: 0, kept_from: 1 }])
  await database.close()
})

test('an application whose migrations make those tables too is left as it was', async () => {
  const database = await openDatabase({ directory: undefined }, { name: 'roster', entities })
  await migrate(database, application.ledgers)
  const tables = {
    text: "select table_name as name from information_schema.tables where table_name = 'core_migrations'",
  }
  expect(await database.query(tables)).toEqual([])
  await database.close()
})
