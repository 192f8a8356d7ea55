import { listOf, operation } from '@roster/core/contract'
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
  const list = operation({ method: 'GET', path: '/v1/things', ...words, output: listOf(thing, 'Thing'), deprecated })
  const { headers } = successOf(list, list, SITE)('/v1/things', { data: [], next_cursor: 'x', has_more: true })
  expect(headers['link']).toBe(
    [
      '<http://roster.test/v1/things?cursor=>; rel="first"',
      '<http://roster.test/v1/things?cursor=x>; rel="next"',
      '<https://example.com/kettles>; rel="deprecation"; type="text/html"',
    ].join(', '),
  )
})
