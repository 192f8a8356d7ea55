import { json, problem, scriptedFetch } from '@roster/test/scripted-fetch'
import { expect, test } from 'vitest'
import { Roster } from '../roster.ts'
import type { Tracer } from './tracing.ts'

interface Noted {
  name: string
  kind: number
  attributes: Record<string, string | number>
  status?: number
  hasEnded?: true
}

/** A tracer that notes its spans. */
function notingTracer(traceFlags = 1): { tracer: Tracer; spans: Noted[] } {
  const spans: Noted[] = []
  const tracer: Tracer = {
    startSpan(name, { kind, attributes }) {
      const noted: Noted = { name, kind, attributes: { ...attributes } }
      spans.push(noted)
      const spanId = String(spans.length).padStart(16, '0')
      return {
        spanContext: () => ({ traceId: '0af7651916cd43dd8448eb211c80319c', spanId, traceFlags }),
        setAttribute: (key, value) => (noted.attributes[key] = value),
        setStatus: ({ code }) => (noted.status = code),
        end: () => (noted.hasEnded = true),
      }
    },
  }
  return { tracer, spans }
}

const ended = { kind: 2, hasEnded: true }
const attributes = {
  'http.request.method': 'GET',
  'server.address': 'roster.example.com',
  'server.port': 443,
  'url.full': 'https://roster.example.com/v1/users',
  'url.template': '/v1/users',
}

test('each attempt is a span of its own, which the service is told of and whose query is not', async () => {
  const { tracer, spans } = notingTracer()
  const { fetch, sent } = scriptedFetch(
    problem(503, 'unavailable', { 'retry-after': '0' }),
    json(200, { data: [], next_cursor: null, has_more: false }),
  )
  const roster = new Roster({ baseUrl: 'https://roster.example.com', apiKey: 'key', fetch, tracer, logLevel: 'off' })
  await roster.users.list({ search: 'ada' })
  const failed = { 'http.response.status_code': 503, 'error.type': '503' }
  expect(spans).toEqual([
    { ...ended, name: 'GET /v1/users', attributes: { ...attributes, ...failed }, status: 2 },
    {
      ...ended,
      name: 'GET /v1/users',
      attributes: { ...attributes, 'http.request.resend_count': 1, 'http.response.status_code': 200 },
    },
  ])
  expect(sent.map(({ headers }) => headers.get('traceparent'))).toEqual([
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000001-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000002-01',
  ])
})

test('an attempt that is not answered says what kind of error it ended with', async () => {
  const { tracer, spans } = notingTracer()
  const { fetch } = scriptedFetch(new TypeError('fetch failed'))
  const roster = new Roster({ apiKey: 'key', fetch, tracer, maxRetries: 0, logLevel: 'off' })
  await expect(roster.me.get()).rejects.toThrow('fetch failed')
  expect(spans).toMatchObject([{ ...ended, status: 2, attributes: { 'error.type': 'ConnectionError' } }])
})

test('an attempt that is refused says its status, and one that nobody samples that it is not', async () => {
  const { tracer, spans } = notingTracer(0)
  const { fetch, sent } = scriptedFetch(problem(404, 'not-found'))
  await expect(new Roster({ apiKey: 'key', fetch, tracer }).me.get()).rejects.toThrow('404')
  expect(spans).toMatchObject([
    { ...ended, status: 2, attributes: { 'http.response.status_code': 404, 'error.type': '404' } },
  ])
  expect(sent[0]!.headers.get('traceparent')).toMatch(/-00$/)
})

test('without a tracer no traceparent is sent, and what is no tracer is refused', async () => {
  const { fetch, sent } = scriptedFetch(json(200, {}))
  await new Roster({ apiKey: 'key', fetch }).me.get()
  expect(sent[0]!.headers.has('traceparent')).toBe(false)
  expect(() => new Roster({ apiKey: 'key', tracer: {} as Tracer })).toThrow(
    '`tracer` has no function `startSpan`. Pass what `trace.getTracer` of @opentelemetry/api returns.',
  )
})
