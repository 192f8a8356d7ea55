import { type AnyOperation, type ErrorKind, isStream, takesKey } from '@roster/core/contract'

export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

type Change = (request: Request) => Request

export const JSON_TYPE = { 'content-type': 'application/json' }
const letters = (count: number) => 'a'.repeat(count)
/** Returns a change that adds or replaces headers. */
export const withHeaders =
  (headers: Record<string, string>): Change =>
  (request) => ({ ...request, headers: { ...request.headers, ...headers } })
/** Returns a change that replaces the body. */
export const withBody =
  (payload: string, type: Record<string, string> = JSON_TYPE): Change =>
  (request) => ({ ...withHeaders(type)(request), payload })
const withUrl =
  (change: (url: string) => string): Change =>
  (request) => ({ ...request, url: change(request.url) })

export interface ExpectedResponse {
  status: number
  /** Code of the problem, for an error. */
  code?: string
}

type ExpectedResponseOf = (operation: AnyOperation) => ExpectedResponse
type Form = (operation: AnyOperation) => boolean

export const success: ExpectedResponseOf = ({ status }) => ({ status })
const answered =
  (status: number): ExpectedResponseOf =>
  () => ({ status })
/** Returns the outcome of the first case whose form matches the operation. Without a match, the operation succeeds. */
const where =
  (...cases: [form: Form, outcome: ExpectedResponseOf][]): ExpectedResponseOf =>
  (operation) =>
    (cases.find(([form]) => form(operation))?.[1] ?? success)(operation)

const asksForCredential: Form = ({ scope }) => scope !== 'none'
/** Whether an operation sets or deletes the session cookie. Its requests come from pages. */
const isOfBrowsers: Form = ({ cookie }) => cookie !== undefined
const isFile: Form = (operation) => 'media' in operation
const isRead: Form = (operation) => operation.method === 'GET' && !isStream(operation)
const readsBody: Form = ({ method }) => method !== 'GET'
const needsMembers: Form = ({ body }) => body !== undefined && !body.safeParse({}).success
const namesRecord: Form = ({ pathNames }) => pathNames.length > 0
const both =
  (...forms: Form[]): Form =>
  (operation) =>
    forms.every((form) => form(operation))

/** Returns changes of an application's requests, each with the expected response. `secret` is the secret of the key in the requests. */
export function changesOf(operations: readonly AnyOperation[], errors: readonly ErrorKind[], secret: string) {
  const statuses = new Map(errors.map(({ code, status }) => [code, status]))
  const refused =
    (code: string, status = statuses.get(code)!): ExpectedResponseOf =>
    () => ({ status, code })
  /** Whether an operation writes the record that a GET of its path reads, so that conditions are about that record. */
  const writesItsPath: Form = ({ method, path }) =>
    ['PUT', 'PATCH', 'DELETE'].includes(method) &&
    operations.some((other) => other.method === 'GET' && other.path === path)
  /** Whether the record or file at the operation's path has a time of its last change. */
  const isDated: Form = ({ path, ...operation }) => {
    const read = operations.find((other) => other.method === 'GET' && other.path === path)
    return isFile({ path, ...operation }) || Object.hasOwn((read?.output as any)?.shape ?? {}, 'updated_at')
  }
  const preconditionFailed = refused('version-conflict', 412)

  /** Changes of a request that would succeed, each with the expected response. */
  const changes: Record<string, [change: Change, outcome: ExpectedResponseOf]> = {
    nothing: [(request) => request, success],
    'no credential': [
      (request) => ({ ...request, headers: request.payload ? JSON_TYPE : {} }),
      where([asksForCredential, refused('unauthenticated')]),
    ],
    'an unknown credential': [
      (request) => ({ ...request, headers: { ...(request.payload && JSON_TYPE), 'x-api-key': 'rk_none' } }),
      where([asksForCredential, refused('unauthenticated')]),
    ],
    'two credentials': [
      withHeaders({ authorization: `Basic ${btoa(`${secret}:`)}` }),
      where([asksForCredential, refused('bad-request')]),
    ],
    'identifiers that name nothing': [
      withUrl((url) => url.replaceAll(/\w+_01\w+/g, 'none')),
      where([namesRecord, refused('not-found')]),
    ],
    'an unknown parameter': [withUrl((url) => `${url}?unheard_of=1`), refused('invalid-parameters')],
    'a bad percent-encoding': [withUrl((url) => `${url}?a=%zz`), refused('invalid-parameters')],
    'another version': [withUrl((url) => `${url}?version=2`), refused('invalid-parameters')],
    'a long target': [withUrl((url) => `${url}?a=${letters(9_000)}`), refused('uri-too-long')],
    'long headers': [withHeaders({ 'x-long': letters(17_000) }), refused('headers-too-large')],
    'an Accept without JSON': [withHeaders({ accept: 'text/plain' }), refused('not-acceptable')],
    'a body of text': [
      withBody('hello', { 'content-type': 'text/plain' }),
      where([readsBody, refused('unsupported-media-type')]),
    ],
    'a coded body': [
      withBody('{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }),
      where([readsBody, refused('unsupported-media-type')]),
    ],
    'a broken body': [withBody('{'), where([readsBody, refused('malformed-json')])],
    'an empty object': [withBody('{}'), where([needsMembers, refused('validation-failed')])],
    'an unknown member': [withBody('{"unheard_of":1}'), where([readsBody, refused('validation-failed')])],
    'a body over 1 MiB': [
      withBody(JSON.stringify(letters(1_048_577))),
      where([readsBody, refused('payload-too-large')]),
    ],
    'a condition on another tag': [
      withHeaders({ 'if-match': '"other"' }),
      where([isRead, preconditionFailed], [writesItsPath, preconditionFailed]),
    ],
    'a condition on any tag': [
      withHeaders({ 'if-none-match': '*' }),
      where([isRead, answered(304)], [writesItsPath, preconditionFailed]),
    ],
    'a condition on an early date': [
      withHeaders({ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
      where([both(isRead, isDated), preconditionFailed], [both(writesItsPath, isDated), preconditionFailed]),
    ],
    'a condition on a late date': [
      withHeaders({ 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
      where([both(isRead, isDated), answered(304)]),
    ],
    'a page of another origin': [
      withHeaders({ origin: 'https://other.example' }),
      where([isOfBrowsers, refused('csrf')]),
    ],
    'a range': [withHeaders({ range: 'bytes=0-0' }), where([isFile, answered(206)])],
    'a range behind the end': [
      withHeaders({ range: 'bytes=999999999-' }),
      where([isFile, refused('range-not-satisfiable')]),
    ],
    'a bad idempotency key': [
      withHeaders({ 'idempotency-key': 'é' }),
      where([takesKey, refused('invalid-parameters')]),
    ],
    'an idempotency key': [withHeaders({ 'idempotency-key': 'once' }), success],
  }
  return { changes, refused }
}
