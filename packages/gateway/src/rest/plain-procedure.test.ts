import { initTRPC, TRPCError } from '@trpc/server'
import { type Service, startService } from '@roster/test/service'
import type { Context } from '@roster/core/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

// Somebody else's router, as its authors wrote it for trpc-to-openapi.
const t = initTRPC.context<Context>().meta<OpenApiMeta>().create()
const asked = z.object({ id: z.string(), times: z.number().int().max(9).optional(), loud: z.boolean().optional() })
const cats = t.router({
  get: t.procedure
    .meta({ openapi: { method: 'GET', path: '/cats/{id}' } })
    .input(asked)
    .output(z.object({ id: z.string(), asked: z.unknown() }))
    .query(({ input }) => ({ id: input.id, asked: input, secret: 's' })),
  feed: t.procedure
    .meta({ openapi: { method: 'POST', path: '/cats/{id}/meals' } })
    .input(z.object({ id: z.string() }))
    .input(z.object({ grams: z.number().positive() }))
    .output(z.object({ fed: z.string() }))
    .mutation(({ input }) => ({ fed: `${input.id} with ${input.grams} g` })),
  nap: t.procedure
    .meta({ openapi: { method: 'POST', path: '/naps' } })
    .output(z.void())
    .mutation(() => {}),
  steal: t.procedure
    .meta({ openapi: { method: 'DELETE', path: '/fish' } })
    .output(z.void())
    .mutation(() => {
      throw new TRPCError({ code: 'FORBIDDEN', message: 'The fish is not yours.' })
    }),
  crash: t.procedure
    .meta({ openapi: { method: 'GET', path: '/crash' } })
    .output(z.void())
    .query(() => {
      throw new Error('the vase')
    }),
  owner: t.procedure
    .meta({ openapi: { method: 'GET', path: '/owner' } })
    .output(z.object({ name: z.string() }))
    .query(async ({ ctx }) => ({ name: (await ctx.admit({ method: 'GET' })).name })),
  hidden: t.procedure.meta({ openapi: { enabled: false, method: 'GET', path: '/hidden' } }).query(() => 'nothing'),
  internal: t.procedure.query(() => 'only over RPC'),
})

let service: Service
beforeAll(async () => {
  service = await startService({ router: t.router({ cats }), resources: [] })
})
afterAll(() => service.stop())

test('path and query become one input, read as its schema says', async () => {
  const answer = await service.anonymous.rest('GET /cats/7?times=2&loud=true')
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json; charset=utf-8' } })
  expect(answer.body).toEqual({ id: '7', asked: { id: '7', times: 2, loud: true } })
})

test('what the caller does not accept is not answered with', async () => {
  const answer = await service.anonymous.rest('GET /cats/7', undefined, { accept: 'text/csv' })
  expect(answer).toMatchObject({ status: 406, body: { code: 'not-acceptable' } })
})

test('path and body become one input, through several parsers', async () => {
  expect(await service.anonymous.rest('POST /cats/tom%2Fb/meals', { grams: 40 })).toMatchObject({
    status: 200,
    body: { fed: 'tom/b with 40 g' },
  })
})

test('no output is 204', async () => {
  expect(await service.anonymous.rest('POST /naps')).toMatchObject({ status: 204, body: undefined })
})

test('a fault of the input is 400 and named', async () => {
  expect(await service.anonymous.rest('GET /cats/7?times=12')).toMatchObject({
    status: 400,
    body: { code: 'invalid-parameters', errors: [{ field: 'times', code: 'too-large', message: 'must be at most 9' }] },
  })
  expect(await service.anonymous.rest('POST /cats/7/meals', { grams: '40' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'grams', code: 'invalid-type' }] },
  })
})

test('a body that is no object is refused as it is, and is never taken apart', async () => {
  for (const body of ['"text"', '[1]', 'null'])
    expect((await service.anonymous.rest('POST /cats/7/meals', body)).body).toMatchObject({
      status: 400,
      errors: [{ field: '', code: 'invalid-type' }],
    })
})

test('a TRPCError keeps its meaning, and anything else is 500 without its detail', async () => {
  expect(await service.anonymous.rest('DELETE /fish')).toMatchObject({
    status: 403,
    body: { code: 'forbidden', detail: 'The fish is not yours.', instance: '/fish' },
  })
  const crash = await service.anonymous.rest('GET /crash')
  expect(crash).toMatchObject({ status: 500, body: { code: 'internal' } })
  expect(JSON.stringify(crash)).not.toContain('vase')
})

test('who calls is known to a procedure that asks', async () => {
  expect(await service.admin.rest('GET /owner')).toMatchObject({ status: 200, body: { name: 'Administrator' } })
  expect(await service.anonymous.rest('GET /owner')).toMatchObject({ status: 401 })
})

test('its paths answer HEAD, OPTIONS and wrong methods like all others', async () => {
  expect(await service.anonymous.rest('HEAD /cats/7')).toMatchObject({ status: 200, body: undefined })
  expect(await service.anonymous.rest('PUT /cats/7')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  })
})

test('procedures that are switched off or have no meta have no path', async () => {
  for (const path of ['/hidden', '/internal', '/cats.internal'])
    expect(await service.anonymous.rest(`GET ${path}`)).toMatchObject({ status: 404 })
})

test('the same procedures answer over RPC', async () => {
  const call = (name: string, input: unknown) =>
    service.anonymous.rest(`GET /trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
  expect((await call('cats.get', { id: '7' })).body).toEqual({ result: { data: { id: '7', asked: { id: '7' } } } })
  expect((await call('cats.internal', null)).body).toEqual({ result: { data: 'only over RPC' } })
  expect((await service.anonymous.rest('POST /trpc/cats.feed', { id: '7', grams: 1 })).body).toEqual({
    result: { data: { fed: '7 with 1 g' } },
  })
  expect(await call('cats.get', { id: '7', times: '2' })).toMatchObject({ status: 400 })
})
