import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { traceRequests } from './requests.ts'
import { ToldPaths } from './told-paths.ts'

/** What the span of a request says, and what it failed as; undefined where it is none. */
async function spanOf(url: string, baseUrl = 'http://roster.test') {
  const spans: { attributes: object; failed?: string }[] = []
  const begin = () => {
    const span: (typeof spans)[number] = { attributes: {} }
    spans.push(span)
    return {
      isRecorded: true,
      set: (attributes: object) => Object.assign(span.attributes, attributes),
      failAs: (failed: string) => Object.assign(span, { failed }),
      within: (work: () => void) => work(),
      end() {},
    }
  }
  const app = Fastify()
  traceRequests(app, { tracing: { begin }, paths: new ToldPaths(), baseUrl } as never)
  app.get('/livez', { config: { quota: 'none' } }, () => 'ok')
  app.get<{ Params: { status: string } }>('/:status', ({ params: { status } }, reply) =>
    reply.code(Number(status)).send(),
  )
  await app.inject(url)
  return spans[0]
}

test.each([
  ['https://api.example.com', { 'server.address': 'api.example.com', 'server.port': 443, 'url.scheme': 'https' }],
  ['http://api.example.com/people', { 'server.address': 'api.example.com', 'server.port': 80, 'url.scheme': 'http' }],
  [
    'https://api.example.com:8443',
    { 'server.address': 'api.example.com', 'server.port': 8_443, 'url.scheme': 'https' },
  ],
])('a request to %s says where it came to', async (baseUrl, place) => {
  expect((await spanOf('/200', baseUrl))!.attributes).toMatchObject(place)
})

test('a fault of ours fails its span, and a refusal does not', async () => {
  const failures = await Promise.all([499, 500, 503].map(async (status) => (await spanOf(`/${status}`))!.failed))
  expect(failures).toEqual([undefined, '500', '503'])
})

test('who asks how the service is leaves no span', async () => {
  expect(await spanOf('/livez')).toBeUndefined()
})
