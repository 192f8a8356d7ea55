import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Problem } from '@roster/core/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { jsonFetcher } from './json-fetcher.ts'

const schema = z.object({ name: z.string() })

/** The paths that were asked for, and how each is answered. */
let asked: string[]
let answers: Record<string, [status: number, body: string]>
let server: Server
let urls: string[]
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const [status, body] = answers[url]!
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  urls = ['/first', '/second'].map((path) => `http://127.0.0.1:${port}${path}`)
})
afterAll(() => server.close())
beforeEach(() => {
  asked = []
  answers = { '/first': [200, '{"name":"first"}'], '/second': [200, '{"name":"second"}'] }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const UNAVAILABLE = { code: 'unavailable', headers: { 'retry-after': '5' } }

test.each([
  [200, '{"name":"first"}', ['/first'], { name: 'first' }],
  [404, 'nothing is here', ['/first', '/second'], { name: 'second' }],
  [500, '{"name":"first"}', ['/first'], 'unavailable'],
  [200, '{"title":"first"}', ['/first'], 'unavailable'],
  [200, 'no JSON', ['/first'], 'unavailable'],
])('after %i %s the next address is asked only where there is nothing', async (status, body, requests, found) => {
  answers['/first'] = [status, body]
  const read = jsonFetcher()(urls, schema)
  expect(await read.catch(({ code }: Problem) => code)).toEqual(found)
  expect(asked).toEqual(requests)
})

test('nothing at the last address either is 503', async () => {
  answers = { '/first': [404, ''], '/second': [404, ''] }
  await expect(jsonFetcher()(urls, schema)).rejects.toMatchObject(UNAVAILABLE)
})

test('after a failure nothing is sent for five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const fetchJson = jsonFetcher()
  answers['/first'] = [500, '']
  const read = () => fetchJson(urls, schema)
  await expect(read()).rejects.toMatchObject(UNAVAILABLE)
  answers['/first'] = [200, '{"name":"first"}']
  vi.advanceTimersByTime(4_999)
  await expect(read()).rejects.toMatchObject(UNAVAILABLE)
  expect(asked).toEqual(['/first'])
  vi.advanceTimersByTime(1)
  expect(await read()).toEqual({ name: 'first' })
})

test('an answer is waited for five seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('too late')))
  await expect(jsonFetcher()(urls, schema)).rejects.toMatchObject({ ...UNAVAILABLE, cause: { message: 'too late' } })
  expect(timeout.mock.calls).toEqual([[5_000]])
})
