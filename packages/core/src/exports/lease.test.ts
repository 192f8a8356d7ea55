import { onPostgres } from '@roster/test/database'
import { startService } from '@roster/test/service'
import { expect, test } from 'vitest'
import { claimExport } from './lease.ts'

const KINDS = ['users', 'orders']

test.runIf(onPostgres)('exports are taken and ended also after their table was given another column', async () => {
  const service = await startService()
  const { admin, clock, database } = service
  const failed = { status: 'failed' as const, size: null, sha256: null, finished_at: null }
  const makeOne = async () => {
    const { id } = await admin.sdk.exports.create({ format: 'ndjson' })
    const { row, lease } = (await claimExport(database, clock.now(), KINDS))!
    const transaction = database.transaction()
    const ended = await lease.end(transaction, failed)
    await transaction.commit()
    expect([row.id, ended.status]).toEqual([id, 'failed'])
  }
  await makeOne()
  await database.query({ text: 'alter table exports add column added_later text' })
  await makeOne()
  await service.stop()
})
