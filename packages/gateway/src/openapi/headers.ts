import { type Access, exampleSecret, type Naming } from '@roster/core/contract'
import type { oas31 } from 'zod-openapi'
import { SECURITY_HEADERS } from '../http/security-headers.ts'
import { saveAs } from '../http/content-disposition.ts'
import type { ExampleAddresses } from '../operations/example-addresses.ts'

const ENTITY_TAG = '^(?:W/)?"[^"]*"$'
const HTTP_DATE = '^[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$'

/** Returns the schema of a text header. All headers together take 16 KiB at most. */
const text = (pattern: string, maxLength = 16_384) => ({ type: 'string', pattern, maxLength }) as const
const count = (minimum: number, maximum: number) => ({ type: 'integer', format: 'int32', minimum, maximum }) as const

/** Response headers shared by all operations. A required header is on every response that lists it. `headersOf` completes those that name the service. */
export const headers = {
  'X-Request-ID': {
    description: 'Identifier of the request: the value of its `X-Request-ID`, or a new one.',
    required: true,
    schema: text('^[A-Za-z0-9._-]+$', 128),
    example: 'req_01KAJQ7W5M8XV2R4T6Y9B3D501',
  },
  'X-RateLimit-Limit': {
    description:
      'Requests a minute that the quota of this request allows. No quota header is sent while limits are off.',
    schema: count(1, 1_000_000_000),
    example: 600,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests left of the quota.',
    schema: count(0, 1_000_000_000),
    example: 599,
  },
  RateLimit: {
    description: 'The quota by name, the requests left (`r`) and the seconds until it is full again (`t`).',
    schema: text('^"[a-z]+";r=\\d+;t=\\d+$', 64),
    example: '"read";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'The quota by name, its requests (`q`) and its window in seconds (`w`).',
    schema: text('^"[a-z]+";q=\\d+;w=\\d+$', 64),
    example: '"read";q=600;w=60',
  },
  'Access-Control-Allow-Origin': {
    description: 'The `Origin` of the request, where its pages may read the answer.',
    schema: { type: 'string', format: 'uri', maxLength: 16_384 },
    example: 'http://localhost:5173',
  },
  Vary: {
    description: 'Request headers that the response depends on, for caches.',
    required: true,
    schema: { type: 'string', const: SECURITY_HEADERS.vary },
    example: SECURITY_HEADERS.vary,
  },
  'Cache-Control': {
    description: 'How the response may be stored: `no-store` for keys, tokens, secrets and errors.',
    required: true,
    schema: { type: 'string', enum: ['private, no-cache', 'no-store'] },
    example: 'private, no-cache',
  },
  ETag: {
    description:
      'Strong entity tag of the record, page or file as it was sent; for `If-Match`, `If-None-Match` and `If-Range`.',
    required: true,
    schema: text(ENTITY_TAG, 66),
    example: '"yrWvSyHCvDLZPIWpzGTQXSLGXWM"',
  },
  'Last-Modified': {
    description:
      'When the record last changed or the file was made, to the second; for `If-Modified-Since` and `If-Unmodified-Since`.',
    required: true,
    schema: text(HTTP_DATE, 29),
    example: 'Sat, 21 Nov 2026 09:30:00 GMT',
  },
  Link: {
    description:
      'Addresses of the `first`, `prev`, `next` and `last` page, as far as they exist, and of the page about a `deprecation` (RFC 8288).',
    required: true,
    schema: text('^<[^>]+>; rel="'),
  },
  Location: {
    description: 'Address of what was made.',
    required: true,
    schema: { type: 'string', format: 'uri', maxLength: 16_384 },
  },
  'Set-Cookie': { description: 'Gives the browser a cookie, or takes it away.', required: true },
  'Idempotent-Replayed': {
    description: 'Sent when this is the response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Deprecation: {
    description: 'Since when the operation should not be used any more, in seconds since the epoch (RFC 9745).',
    required: true,
    schema: text('^@\\d+$', 16),
    example: '@1798761600',
  },
  Sunset: {
    description: 'From when on the operation may be gone (RFC 8594).',
    required: true,
    schema: text(HTTP_DATE, 29),
    example: 'Fri, 01 Jan 2027 00:00:00 GMT',
  },
  'Accept-Ranges': {
    description: 'Tells that ranges of bytes can be requested.',
    required: true,
    schema: { type: 'string', const: 'bytes' },
    example: 'bytes',
  },
  'Content-Range': {
    description: 'The range of bytes and the size of the file; with 416 the size only.',
    required: true,
    schema: text('^bytes (?:\\d+-\\d+|\\*)/\\d+$', 64),
    example: 'bytes 0-261/702',
  },
  'Content-Disposition': {
    description: 'Tells to save the file, and its name.',
    required: true,
    schema: text(`^attachment; filename="[^"\\\\]*"(?:; filename\\*=UTF-8''[^\\s"]+)?$`, 2_048),
  },
  'Retry-After': {
    description: 'Seconds to wait before the next try.',
    schema: count(1, 900),
    example: 1,
  },
  'WWW-Authenticate': {
    description: 'Accepted kinds of credentials, or the missing scope (RFC 9110, section 11.6.1).',
    schema: text('^\\w+ realm="'),
  },
  Upgrade: {
    description: 'The protocol of this path.',
    schema: { type: 'string', const: 'websocket' },
    example: 'websocket',
  },
  'Sec-WebSocket-Accept': {
    description: 'Proves that the service understood the handshake (RFC 6455, section 4.2.2).',
    required: true,
    schema: text('^[0-9A-Za-z+/]{27}=$', 28),
    example: 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=',
  },
  'Sec-WebSocket-Version': {
    description: 'The supported version of WebSockets.',
    required: true,
    schema: { type: 'string', const: '13' },
    example: '13',
  },
  'Accept-Patch': {
    description: 'Media types that PATCH accepts (RFC 5789); only for this method.',
    schema: { type: 'string', const: 'application/json, application/merge-patch+json' },
    example: 'application/json, application/merge-patch+json',
  },
} as const satisfies Record<string, oas31.HeaderObject>

/** Returns the shared headers, with examples from the service's name, scopes and addresses. */
export const headersOf = (
  { slug, secretPrefixes }: Naming,
  { scopeNames: [scope] }: Access,
  { list, record, filename }: ExampleAddresses,
): Record<HeaderName, oas31.HeaderObject> => ({
  ...headers,
  Link: { ...headers.Link, example: `<${list}?page=2>; rel="next"` },
  Location: { ...headers.Location, example: record },
  'Content-Disposition': { ...headers['Content-Disposition'], example: saveAs(filename) },
  'Set-Cookie': {
    description: `Sets the session cookie, or removes it. A sign-in also sets \`${slug}_device\`, which marks the browser as one that has signed in before, so that wrong attempts of others do not lock it out. Over https the names begin with \`__Host-\`.`,
    required: true,
    schema: text(`^(?:__Host-)?${slug}_(?:session|device)=`),
    example: `${slug}_session=${exampleSecret(secretPrefixes.session)}; Path=/; HttpOnly; SameSite=Lax`,
  },
  'WWW-Authenticate': {
    ...headers['WWW-Authenticate'],
    example: `Bearer realm="${slug}", error="insufficient_scope", scope="${scope}"`,
  },
})

export type HeaderName = keyof typeof headers

/** Headers that any response can have. */
const COMMON = [
  'X-Request-ID',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'RateLimit',
  'RateLimit-Policy',
  'Access-Control-Allow-Origin',
  'Vary',
] as const satisfies HeaderName[]

/** Returns the headers of one response, as references to the shared ones: these names, and the headers of every response. */
export function headerRefs(...names: HeaderName[]): Record<string, oas31.ReferenceObject> {
  return Object.fromEntries([...names, ...COMMON].map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
