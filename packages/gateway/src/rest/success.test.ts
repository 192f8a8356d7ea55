import { operation } from '@roster/core/contract'
import { SITE } from '@roster/test/service'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { successOf } from './success.ts'

test('an answer may be null, where the contract says so', () => {
  const words = { summary: 'A thing', description: 'A thing.', scope: 'any' }
  const output = z.object({ id: z.string() }).nullable()
  const get = operation({ method: 'GET', path: '/v1/thing', ...words, output })
  expect(successOf(get, get, SITE)('/v1/thing', null)).toMatchObject({ status: 200, body: 'null' })
})
