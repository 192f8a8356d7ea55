import type { oas31 } from 'zod-openapi'
import { withExample } from './examples.ts'
import { headers } from './headers.ts'
import type { Traits } from './traits.ts'

interface SharedParameter {
  name: string
  /** Place of the parameter. Default: a header. */
  in?: 'query'
  /** Trait of the operations that take the parameter. */
  where: keyof Traits
  description: string
  schema: oas31.SchemaObject
  example: string
}

const tags = { type: 'string', pattern: '^(?:\\*|(?:W/)?".*)$', maxLength: 8_192 } as const
const { schema: date, example: exampleDate } = headers['Last-Modified']
const { example: exampleTag } = headers.ETag

/** Parameters that do not depend on the operation, by the name of their component. */
const parameters: Record<string, SharedParameter> = {
  Version: {
    name: 'version',
    in: 'query',
    where: 'always',
    description: 'Version of the API, not of a record. It may be left out: 1 is the only one.',
    schema: { type: 'string', const: '1' },
    example: '1',
  },
  RequestId: {
    name: 'X-Request-ID',
    where: 'always',
    description:
      'Identifier of this request, for the logs of both sides. A value of another form is replaced by a new identifier.',
    schema: headers['X-Request-ID'].schema,
    example: headers['X-Request-ID'].example,
  },
  CsrfToken: {
    name: 'X-CSRF-Token',
    where: 'changesByCookie',
    description: 'The `csrf_token` of the session. Only changes with the session cookie need it.',
    schema: { type: 'string', pattern: '^[\\w-]{43}$', maxLength: 43 },
    example: 'pX9wq1lKq0T8b4mC7s2Yd5vR3nJ6hF0eA1uZ4xG8oWk',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    where: 'takesKey',
    description:
      'A new text for each new request. The same request under the same key within 24 hours has no second effect and gets the first response.',
    schema: { type: 'string', pattern: '^[\\x20-\\x7e]+$', minLength: 1, maxLength: 255 },
    example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    where: 'isStream',
    description:
      '`id` of the last frame that the client received; browsers send it when they reconnect. Takes precedence over `after`.',
    schema: { type: 'string', pattern: '^[0-9a-z]+:[0-9]+$', maxLength: 32 },
    example: '5f3a91c0:1',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    where: 'isConditional',
    description:
      'Entity tags of the copies that the caller has; `*` matches any. If one of them is current: 304 for a read, otherwise 412.',
    schema: tags,
    example: exampleTag,
  },
  IfModifiedSince: {
    name: 'If-Modified-Since',
    where: 'isConditionalReadByDate',
    description:
      '`Last-Modified` of the copy that the caller has. If the record has not changed since: 304. `If-None-Match` takes precedence.',
    schema: date,
    example: exampleDate,
  },
  IfMatch: {
    name: 'If-Match',
    where: 'isConditional',
    description:
      'Entity tags of the states that the request is based on; `*` matches any. If none of them is current: 412.',
    schema: tags,
    example: exampleTag,
  },
  IfUnmodifiedSince: {
    name: 'If-Unmodified-Since',
    where: 'isConditionalByDate',
    description:
      '`Last-Modified` of the state that the request is based on. If the record has changed since: 412. `If-Match` takes precedence.',
    schema: date,
    example: exampleDate,
  },
  Range: {
    name: 'Range',
    where: 'isFile',
    description: 'One range of bytes; anything else is ignored.',
    schema: { type: 'string', pattern: '^bytes=(?:\\d+-\\d*|-\\d+)$', maxLength: 64 },
    example: 'bytes=262144-',
  },
  IfRange: {
    name: 'If-Range',
    where: 'isFile',
    description:
      '`ETag` or `Last-Modified` of the file that the range belongs to. If the file is another one, it is sent whole.',
    schema: { type: 'string', pattern: '^(?:"[^"]*"|[A-Z].* GMT)$', maxLength: 66 },
    example: exampleTag,
  },
}

/** The shared parameters, as components of the document. */
export const sharedParameters = Object.fromEntries(
  Object.entries(parameters).map(([key, { name, in: place = 'header' as const, description, schema, example }]) => [
    key,
    withExample({ name, in: place, description, schema: { ...schema, examples: [example] } }),
  ]),
)

/** Returns the shared parameters of an operation, as references to their components. */
export function sharedParameterRefs(traits: Traits): oas31.ReferenceObject[] {
  const taken = Object.entries(parameters).filter(([, { where }]) => traits[where])
  return taken.map(([key]) => ({ $ref: `#/components/parameters/${key}` }))
}
