import { expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { newKey } from '../support/replay.ts'
import { serviceOf } from '../support/subject.ts'
import { library } from './library.ts'

test('an export is not given again to who may not read any more what it is of', async () => {
  const service = await serviceOf(library)
  const token = (scope: string) => service.withToken({ sub: 'cli_1', client_id: 'cli_1', role: 'service', scope })
  const key = newKey()
  const ask = (who: Caller) => who.rest('POST /api/exports', { format: 'csv', kind: 'books' }, key)
  const wide = await token('read:books read:people')
  const made = await ask(wide)
  expect(made).toMatchObject({ status: 202 })
  expect(await ask(await token('read:people'))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await ask(wide)).toMatchObject({ status: 202, headers: { 'idempotent-replayed': 'true' }, body: made.body })
  await service.stop()
})
