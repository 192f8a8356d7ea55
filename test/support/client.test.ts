import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientWithin, KEYLESS } from './client.ts'

let app: FastifyInstance
beforeEach(() => {
  app = fastify()
})
afterEach(() => app.close())

test('a request within the process has what the client sends, and the credential of the caller in place of its key', async () => {
  app.patch('/v1/users/:id', ({ url, headers, body }) => ({ url, headers, body }))
  const path = '/v1/users/{id}'
  const input = { ids: ['usr_1'], query: { a: 'ö&' }, body: { name: 'Zoë' } }
  const sent = (credential: Record<string, string>) => clientWithin(app, credential).request('PATCH', path, input)
  expect(await sent({ cookie: 'a=b' })).toMatchObject({
    url: '/v1/users/usr_1?a=%C3%B6%26',
    headers: { cookie: 'a=b', 'content-type': 'application/json', 'idempotency-key': expect.any(String) },
    body: { name: 'Zoë' },
  })
  expect(await sent({})).not.toHaveProperty(['headers', 'x-api-key'])
  expect(await sent({ 'x-api-key': 'mine' })).toMatchObject({ headers: { 'x-api-key': 'mine' } })
  const keyless = await clientWithin(app, {}, KEYLESS).request('PATCH', path, input)
  expect(keyless).not.toHaveProperty(['headers', 'idempotency-key'])
})

test('its answer has the status, every header and the bytes of the service', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  app.get('/bytes', (_request, reply) => reply.code(203).header('set-cookie', ['a=1', 'b=2']).send(Buffer.from(bytes)))
  app.delete('/bytes', (_request, reply) => reply.code(204).send())
  const client = clientWithin(app, {})
  const response = await client.open('GET', '/bytes', {}, {})
  expect([response.status, response.headers.getSetCookie(), await response.bytes()]).toEqual([
    203,
    ['a=1', 'b=2'],
    bytes,
  ])
  expect(await client.request('DELETE', '/bytes')).toBeUndefined()
})

test('it ends with the signal of the call, at both ends', async () => {
  const ended = Promise.withResolvers<void>()
  const controller = new AbortController()
  app.get('/silence', (_request, reply) => {
    reply.raw.once('close', ended.resolve)
    controller.abort()
    return reply.hijack()
  })
  const call = clientWithin(app, {}).request('GET', '/silence', {}, { signal: controller.signal })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  await ended.promise
})

test('a failure that may pass is told at once', async () => {
  let requests = 0
  app.get('/busy', (_request, reply) => reply.code(503).send({ requests: ++requests }))
  await expect(clientWithin(app, {}).request('GET', '/busy')).rejects.toMatchObject({ status: 503 })
  expect(requests).toBe(1)
})
