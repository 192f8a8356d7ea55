import { copyDatabase, onPostgres } from '@roster/test/database'
import { expect, test } from 'vitest'
import { identify } from '../data/database-identity.ts'
import { askPosition } from './position.ts'
import { Replica } from './replica.ts'

test.runIf(onPostgres)('a replica that is closed while somebody waits for its answer ends once', async () => {
  const { database, url, drop } = await copyDatabase()
  const replica = new Replica({
    url: url!,
    name: 'replica',
    database: await identify(database.query),
    lag: 1_000,
    tell: () => {},
    ask: askPosition(database),
  })
  await replica.look()
  expect(replica.fault).toMatch(/^it is no standby/)

  const position = await askPosition(database)()
  const take = () => {
    replica.fault = undefined
    return replica.take(position)
  }
  // From here on there is a connection for reads.
  await take()
  const taken = take()
  await new Promise((resolve) => setImmediate(resolve))
  await replica.close()
  expect(await taken).toBeUndefined()
  await drop()
})
