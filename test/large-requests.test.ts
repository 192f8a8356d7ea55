import { processorTime } from '@roster/test/processor-time'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpResponse } from '@roster/test/caller'
import { type Service, startService } from '@roster/test/service'

/** Milliseconds of processor time that no request may take: these here took from one to twenty seconds, and the requests of others waited. */
const LIMIT = 700

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function refused(status: number, call: () => Promise<HttpResponse>): Promise<void> {
  const answered = async () => expect(await call()).toMatchObject({ status })
  expect(await processorTime(answered)).toBeLessThan(LIMIT)
}

describe('a body of a megabyte that is one text is refused at once:', () => {
  const text = JSON.stringify('a'.repeat(1_000_000))

  test('by anybody', () => refused(422, () => service.anonymous.rest('POST /v1/session', text)))
  test.each(['/v1/exports', '/v1/users', '/v1/api-keys', '/v1/oauth-clients', '/trpc/exports.create'])('%s', (path) =>
    refused(422, () => service.admin.rest(`POST ${path}`, text)),
  )
})
