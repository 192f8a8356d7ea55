import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { expect, test } from 'vitest'
import { Roster } from '../roster.ts'

/** The error that an answer becomes. */
async function errorOf(answer: Response): Promise<unknown> {
  const { fetch } = scriptedFetch(answer)
  const roster = new Roster({ apiKey: 'key', fetch, maxRetries: 0, logLevel: 'off' })
  return roster.me.get().catch((error: unknown) => error)
}

const FAULT = { field: 'name', message: 'must not be empty', code: 'too-short', pointer: '/name' }

test('an error has all that a problem tells', async () => {
  const members = {
    type: 'https://roster.example.com/errors/validation-failed',
    title: 'The body breaks a rule',
    detail: 'name must not be empty.',
    code: 'validation-failed',
    errors: [FAULT],
  }
  const error = await errorOf(json(422, { ...members, request_id: 'req_1' }, { 'retry-after': '7', etag: '"a"' }))
  expect(error).toMatchObject({
    ...members,
    name: 'ValidationError',
    status: 422,
    requestId: 'req_1',
    retryAfter: 7,
    message: '422 validation-failed: name must not be empty. (GET /v1/me)',
  })
  expect((error as { headers: Headers }).headers.get('etag')).toBe('"a"')
})

test.each([
  ['its title where it has no detail', { title: 'Bad gateway' }, '502: Bad gateway (GET /v1/me)'],
  ['what OAuth calls it', { error: 'server_error', error_description: 'away' }, '502 server_error: away (GET /v1/me)'],
])('an error of something else tells %s, and is named by its header', async (_what, body, message) => {
  const error = await errorOf(json(502, body, { 'x-request-id': 'req_9' }))
  const told = { code: undefined, error: (body as { error?: string }).error, message, errors: [], requestId: 'req_9' }
  expect(error).toMatchObject({ name: 'ServerError', ...told })
})
