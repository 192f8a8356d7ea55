import { randomBytes } from 'node:crypto'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oauthArtifacts } from '../oauth/artifacts.ts'
import { signingKeys } from '../oauth/signing-keys.ts'
import { startResealing, type Walk } from './reseal.ts'
import { type SealedPurpose, sealedColumns } from './sealed-columns.ts'
import { createSealer } from './sealer.ts'
import type { ServiceSecrets } from './service-secrets.ts'

const [old, fresh] = [randomBytes(32), randomBytes(32)]
const places = Object.entries(sealedColumns).flatMap(([purpose, columns]) =>
  columns.map((place) => ({ ...place, purpose: purpose as SealedPurpose })),
)

let copy: TestDatabase
beforeAll(async () => {
  copy = await copyDatabase()
})
afterAll(() => copy.drop())
beforeEach(async () => {
  for (const { table } of places) await copy.database.query({ text: `delete from ${table}` })
})

/** Rows with a text in every column that has sealed ones; more of one table than are read at a time. */
async function seal(...secrets: ServiceSecrets): Promise<void> {
  const { database } = copy
  await signingKeys(database, secrets, Date.now).list()
  const artifacts = oauthArtifacts(database, secrets, Date.now)
  for (let index = 0; index < 120; index++)
    await artifacts.put('Session', `${secrets.length} ${index}`, { payload: { index }, lifetime: 60 })
  const answer = createSealer(secrets, 'answer').seal('{"status":201}')
  const keep = 'insert into idempotency_keys (id, fingerprint, answer, created_at) values ($1, $1, $2, now())'
  await database.query({ text: keep }, [`answer ${secrets.length}`, answer])
  const add = `insert into webhook_endpoints (id, url, events, scopes, status, created_at, updated_at, secret, previous_secret)
    values ($1, '', '[]', '[]', 'enabled', now(), now(), $2, $3)`
  const webhook = createSealer(secrets, 'webhook')
  await database.query({ text: add }, [`rotated ${secrets.length}`, webhook.seal('now'), webhook.seal('before')])
  await database.query({ text: add }, [`deleted ${secrets.length}`, '', null])
}

/** All sealed texts, opened. */
async function open(...secrets: ServiceSecrets): Promise<string[]> {
  const columns = places.map(async ({ table, column, purpose }) => {
    const text = `select ${column} as sealed from ${table} where ${column} <> '' order by id`
    const rows = await copy.database.query<{ sealed: string }>({ text })
    return rows.map(({ sealed }) => createSealer(secrets, purpose).unseal(sealed))
  })
  return (await Promise.all(columns)).flat()
}

/** Seals anew until it is done, `processes` times at once, and returns what each was told. */
async function reseal(secrets: ServiceSecrets, processes = 1): Promise<Walk[]> {
  return Promise.all(
    Array.from({ length: processes }, async () => {
      const done = Promise.withResolvers<Walk>()
      const resealing = startResealing({
        database: copy.database,
        secrets,
        onDone: done.resolve,
        report: done.reject,
      })
      const walk = await done.promise
      await resealing.stop()
      return walk
    }),
  )
}

test('what an old secret has sealed is sealed with the first one, all of it, and says the same', async () => {
  await seal(old)
  const before = await open(old)
  expect(before).toHaveLength(2 + 120 + 1 + 2)
  expect(await reseal([fresh, old])).toEqual([{ resealed: before.length, unreadable: 0 }])
  expect(await open(fresh)).toEqual(before)
  expect(await reseal([fresh, old])).toEqual([{ resealed: 0, unreadable: 0 }])
})

test('several processes do so at once, while another goes on to seal with the old secret', async () => {
  await seal(old)
  const [walks] = await Promise.all([reseal([fresh, old], 3), seal(old, fresh)])
  await reseal([fresh, old])
  expect(walks.map(({ unreadable }) => unreadable)).toEqual([0, 0, 0])
  expect(await open(fresh)).toHaveLength(2 + 2 * (120 + 1 + 2))
})

test('what another process seals with an old secret later is sealed anew, and that is told as well', async () => {
  await seal(old)
  const walks: Walk[] = []
  const failures: unknown[] = []
  const resealing = startResealing({
    database: copy.database,
    secrets: [fresh, old],
    onDone: (walk) => walks.push(walk),
    report: (error) => failures.push(error),
  })
  await expect.poll(() => walks).toEqual([{ resealed: 125, unreadable: 0 }])
  await seal(old, fresh)
  resealing.wake()
  await expect.poll(() => walks.slice(1)).toEqual([{ resealed: 123, unreadable: 0 }])
  await resealing.stop()
  expect(await open(fresh)).toHaveLength(125 + 123)
  expect(failures).toEqual([])
})

test('a text that no secret reads is left as it is, and counted', async () => {
  await seal(randomBytes(32))
  const texts = () => copy.database.query({ text: 'select id, payload from oauth_artifacts order by id' })
  const before = await texts()
  expect(await reseal([fresh, old])).toEqual([{ resealed: 0, unreadable: 125 }])
  expect(await texts()).toEqual(before)
})

test('a text that is replaced while it is sealed anew stays as it was replaced', async () => {
  await seal(old)
  const { database } = copy
  const replacement = createSealer([fresh], 'answer').seal('replaced')
  let looks = 0
  const racing = {
    ...database,
    async query(statement: { text: string }, values?: readonly unknown[]) {
      const rows = await database.query(statement, values)
      if (statement.text.includes('select id, answer') && looks++ === 0)
        await database.query({ text: 'update idempotency_keys set answer = $1' }, [replacement])
      return rows
    },
  } as typeof database
  const done = Promise.withResolvers<Walk>()
  const resealing = startResealing({
    database: racing,
    secrets: [fresh, old],
    onDone: done.resolve,
    report: done.reject,
  })
  await done.promise
  await resealing.stop()
  expect(await open(fresh)).toContain('replaced')
})
