import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('an input that comes twice is refused, because either could be meant', async () => {
  const answer = await service.admin.rest('GET /trpc/users.get?input={}&input={}')
  expect(answer.status).toBe(400)
  expect(answer.body.error.data.problem).toMatchObject({
    code: 'bad-request',
    detail: 'The parameter input comes twice. Send it once.',
  })
})
