import { trace } from '@opentelemetry/api'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { recordOf } from './log-records.ts'
import { ToldPaths } from './told-paths.ts'

const paths = new ToldPaths()
paths.learnRoute('/v1/users/:user_id')

/** The record of what a logger writes. */
function recorded(members: object, message: string) {
  let text = ''
  pino({ level: 'trace' }, { write: (line) => void (text = line) }).error(members, message)
  const { timestamp, context, ...record } = recordOf(JSON.parse(text), paths)
  return { ...record, hasTime: typeof timestamp === 'number', context: context && trace.getSpanContext(context) }
}

const error = { severityNumber: 17, severityText: 'ERROR', hasTime: true, context: undefined }

test('an error is told by its kind and where it happened, and not by its message, which may repeat what was sent', () => {
  const cause = new Error('insert into "users" values (\'ada@example.com\')')
  const failure = Object.assign(new TypeError('Key (email)=(ada@example.com) exists', { cause }), {
    code: '23505',
    detail: 'ada@example.com',
  })
  failure.stack =
    'TypeError: Key (email)=(ada@example.com) exists\n    at insert (/app/users.ts:1:2)\n    at async run (/app/run.ts:3:4)'
  cause.stack = 'Error: ada@example.com\n    at query (/app/pg.ts:5:6)'
  expect(recorded({ err: failure, code: 'internal' }, 'Something went wrong')).toEqual({
    ...error,
    body: 'Something went wrong',
    attributes: {
      'error.type': 'internal',
      'exception.type': 'TypeError',
      'exception.stacktrace':
        '    at insert (/app/users.ts:1:2)\n    at async run (/app/run.ts:3:4)\n    at query (/app/pg.ts:5:6)',
    },
  })
})

test('of a line about security neither an address, nor an account, nor what was typed in place of an identifier is told', () => {
  const actor = { type: 'user', id: 'usr_01KAJQ7W5M8XV2R4T6Y9B3D500' }
  const security = {
    event: 'sign_in',
    succeeded: false,
    actor,
    target: 'ada',
    address: '203.0.113.7',
    account: '9e20',
    role: 'ada',
  }
  expect(recorded({ security }, 'Security').attributes).toEqual({
    'security.event': 'sign_in',
    'security.succeeded': false,
    'security.actor.type': 'user',
    'security.actor.id': actor.id,
    'security.target': 'REDACTED',
  })
})

test('a line of a request is told by the names of the semantic conventions', () => {
  const line = {
    method: 'GET',
    path: '/v1/users/ada',
    caller: null,
    address: '203.0.113.7',
    status: 404,
    duration_ms: 1.5,
  }
  expect(recorded({ ...line, request_id: 'req_01KAJQ7W5M8XV2R4T6Y9B3D500' }, 'Answered').attributes).toEqual({
    request_id: 'req_01KAJQ7W5M8XV2R4T6Y9B3D500',
    'http.request.method': 'GET',
    'url.path': '/v1/users/REDACTED',
    'http.response.status_code': 404,
    duration_ms: 1.5,
  })
})
