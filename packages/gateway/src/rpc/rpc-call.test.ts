import { type Service, startService } from '@roster/test/service'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

const logged: unknown[] = []
let service: Service
beforeAll(async () => {
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  service = await startService({ logger })
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

test.each<[how: string, path: string, headers: Record<string, string>, input: (user: object) => object]>([
  ['alone', 'users.create', {}, (user) => user],
  ['with others', 'users.create?batch=1', {}, (user) => [user]],
  ['line by line', 'users.create?batch=1', { 'trpc-accept': 'application/jsonl' }, (user) => [user]],
])('our own fault is logged where a call is answered %s', async (_how, path, headers, input) => {
  const { secret } = await service.admin.sdk.apiKeys.create({ name: 'K', role: 'admin', scopes: ['write:users'] })
  logged.length = 0
  await service.database.query({ text: 'alter table events rename to events_away' })
  await service.app.inject({
    method: 'POST',
    url: `/trpc/${path}`,
    headers: { 'x-api-key': secret, ...headers },
    payload: input({ name: 'Ada', email: 'ada@example.com', role: 'viewer' }),
  })
  await service.database.query({ text: 'alter table events_away rename to events' })
  expect(logged).toMatchObject([{ level: 50, code: 'internal' }])
})
