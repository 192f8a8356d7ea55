import { listOf, operation, pageParameters } from '@roster/core/contract'
import { SITE } from '@roster/test/service'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { successOf } from './success.ts'

const words = { summary: 'A thing', description: 'A thing.', scope: 'any' }

test('an answer may be null, where the contract says so', () => {
  const output = z.object({ id: z.string() }).nullable()
  const get = operation({ method: 'GET', path: '/v1/thing', ...words, output })
  expect(successOf(get, get, SITE)('/v1/thing', null)).toMatchObject({ status: 200, body: 'null' })
})

test('a page of what goes away names the other pages, and what to read', () => {
  const thing = z.object({ id: z.string() }).meta({ id: 'Thing', description: 'A thing.' })
  const deprecated = { since: '2026-01-01', sunset: '2027-01-01', link: 'https://example.com/kettles' }
  const list = operation({
    method: 'GET',
    path: '/v1/things',
    ...words,
    query: pageParameters,
    output: listOf(thing, 'Thing'),
    deprecated,
  })
  const { headers } = successOf(list, list, SITE)('/v1/things', { data: [], next_cursor: 'x', has_more: true })
  expect(headers['link']).toBe(
    [
      '<http://roster.test/v1/things?cursor=>; rel="first"',
      '<http://roster.test/v1/things?cursor=x>; rel="next"',
      '<https://example.com/kettles>; rel="deprecation"; type="text/html"',
    ].join(', '),
  )
})

test('a record that never changed, or that says so in no instant, is answered without a date', () => {
  const output = z.object({ id: z.string(), updated_at: z.unknown() })
  const get = operation({ method: 'GET', path: '/v1/thing', ...words, output })
  const headersOf = (updated_at: unknown) => successOf(get, get, SITE)('/v1/thing', { id: 'a', updated_at }).headers
  for (const never of [null, 'soon', 1_795_000_000]) expect(headersOf(never)).not.toHaveProperty('last-modified')
  expect(headersOf('2026-11-21T09:30:00.000Z')['last-modified']).toBe('Sat, 21 Nov 2026 09:30:00 GMT')
})

test('a record with members of a page is no page', () => {
  const output = z.object({ id: z.string(), pagination: z.unknown(), next_cursor: z.string().nullable() })
  const get = operation({ method: 'GET', path: '/v1/thing', ...words, query: pageParameters, output })
  for (const pagination of [null, { size: 20 }, true])
    expect(successOf(get, get, SITE)('/v1/thing', { id: 'a', pagination, next_cursor: 'x' })).toMatchObject({
      status: 200,
      headers: expect.not.objectContaining({ link: expect.anything() }),
    })
})

test('a list whose filter is called after is walked by its cursor', () => {
  const thing = z.object({ id: z.string() }).meta({ id: 'Thing', description: 'A thing.' })
  const query = { ...pageParameters, after: z.iso.date().optional() }
  const list = operation({ method: 'GET', path: '/v1/things', ...words, query, output: listOf(thing, 'Thing') })
  const { headers } = successOf(
    list,
    list,
    SITE,
  )('/v1/things?after=2026-11-21&cursor=', { data: [], next_cursor: 'x', has_more: true })
  expect(headers['link']).toContain('<http://roster.test/v1/things?after=2026-11-21&cursor=x>; rel="next"')
})
