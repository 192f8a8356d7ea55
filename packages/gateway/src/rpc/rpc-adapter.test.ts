import { initTRPC, TRPCError } from '@trpc/server'
import type { Context } from '@roster/core/server'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { DEFAULT_QUOTAS } from '../http/rate-limit.ts'
import { memoryLimiter } from '../http/rate-limit-stores.ts'

const QUOTAS = { ...DEFAULT_QUOTAS, anonymous: 20 }

const t = initTRPC.context<Context>().create()
const cats = t.router({
  get: t.procedure.input(z.object({ id: z.string() })).query(({ input }) => input.id),
  feed: t.procedure.mutation(() => 'fed'),
  steal: t.procedure.query(() => {
    throw new TRPCError({ code: 'FORBIDDEN', message: 'The fish is not yours.' })
  }),
  crash: t.procedure.query(() => {
    throw new Error('the vase')
  }),
})

let service: Service
beforeAll(async () => {
  service = await startService({ router: t.router({ cats }), resources: [], limiter: memoryLimiter(QUOTAS) })
})
afterAll(() => service.stop())

const sent = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  service.app.inject({ method, url: `/trpc/${url}`, headers })

const json = { 'content-type': 'application/json' }
const lines = { 'trpc-accept': 'application/jsonl' }

test('what a procedure of others answers is kept by nobody', async () => {
  const answer = await sent('cats.get?input={"id":"tom"}')
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(answer.json()).toEqual({ result: { data: 'tom' } })
})

test('HEAD of a procedure of others is answered as GET is, without the body', async () => {
  const answer = await sent('cats.get?input={"id":"tom"}', {}, 'HEAD')
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: '',
  })
})

test.each<[url: string, method: 'GET' | 'POST', allow: string]>([
  ['cats.feed', 'GET', 'OPTIONS, POST'],
  ['cats.get', 'POST', 'GET, HEAD, OPTIONS'],
])('%s by %s is 405 with the methods that it is called with', async (url, method, allow) => {
  const answer = await sent(url, method === 'POST' ? json : {}, method)
  expect(answer).toMatchObject({ statusCode: 405, headers: { allow } })
})

test.each<[what: string, status: number, call: () => ReturnType<typeof sent>]>([
  ['what is no JSON', 400, () => sent('cats.get?batch=1&input={', lines)],
  ['a doubled member', 400, () => sent('cats.get?input={"id":"a","id":"b"}')],
  ['parameters that tRPC alone reads', 400, () => sent('cats.get?connectionParams=1')],
  ['a form', 415, () => sent('cats.get', { 'content-type': 'multipart/form-data; boundary=x' })],
  ['a body of no type', 415, () => sent('cats.feed', {}, 'POST')],
  ['queries and mutations together', 400, () => sent('cats.get,cats.feed?batch=1')],
  ['lines without a batch', 400, () => sent('cats.feed', { ...lines, ...json }, 'POST')],
])('%s is refused with a problem, and counted', async (_what, status, call) => {
  const answer = await call()
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject({ ratelimit: expect.stringContaining('"anonymous";r=') })
  expect(answer.json().error.data.problem).toMatchObject({ status, type: expect.stringMatching(/^http/) })
})

test.each([
  ['a mutation by GET', 405, 'cats.feed'],
  ['input that does not fit', 400, 'cats.get?input={"id":1}'],
  ['what the procedure refuses', 403, 'cats.steal'],
])('%s is refused in the form of the router, and counted', async (_what, status, url) => {
  const answer = await sent(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject({ ratelimit: expect.stringContaining('"anonymous";r=') })
  expect(answer.json()).toMatchObject({ error: { data: { httpStatus: status } } })
})

test('our own fault counts against nobody', async () => {
  const answer = await sent('cats.crash')
  expect(answer.statusCode).toBe(500)
  expect(answer.headers).not.toHaveProperty('ratelimit')
})

test('whoever is refused too often is turned away', async () => {
  const statuses: number[] = []
  for (let count = 0; count <= QUOTAS.anonymous; count++) statuses.push((await sent('cats.steal')).statusCode)
  expect(statuses.at(-1)).toBe(429)
  expect((await sent('cats.get?input={', lines)).statusCode).toBe(429)
})
