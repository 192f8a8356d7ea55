import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { connected } from './connected.ts'
import { RosterError } from './errors.ts'

const messageOf = (cause: unknown) => connected(Promise.reject(cause), 'GET /v1/me').catch(({ message }) => message)

test.each<[what: string, cause: unknown, reason: string]>([
  ['at the top', new TypeError('Failed to fetch'), 'Failed to fetch'],
  [
    'within',
    new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) }),
    'ECONNREFUSED',
  ],
  ['in an error of another realm', runInNewContext(`new Error('outer', { cause: new Error('inner') })`), 'inner'],
  ['beside a cause that is no error', new TypeError('Failed to fetch', { cause: Response.error() }), 'Failed to fetch'],
  ['that is a sentence', new Error('Network connection lost.'), 'Network connection lost'],
  ['in no error', 'gone', 'gone'],
  ['that quotes an address', new Error('for url (http://a/?ticket=wst_1)'), 'for url (http://a/?ticket=[redacted])'],
])('a lost connection tells its reason: one %s', async (_what, cause, reason) => {
  expect(await messageOf(cause)).toBe(`GET /v1/me got no answer over its connection: ${reason}.`)
})

test('an error of this package, as a mock throws it that is used wrongly, stays what it is', async () => {
  const error = new RosterError('tell the mock how')
  await expect(connected(Promise.reject(error), 'GET /v1/me')).rejects.toBe(error)
})
