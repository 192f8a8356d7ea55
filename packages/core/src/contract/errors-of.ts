import { type ErrorKind, kindOf } from './error-kind.ts'
import type { ErrorCode } from './errors.ts'
import type { Method } from './methods.ts'
import { type AnyOperation, isScope, signsIn, takesKey } from './operation.ts'

/** What the errors of an operation follow from. Procedures without a contract take no idempotency key, and name no method. */
type Form = Pick<AnyOperation, 'scope' | 'pathNames' | 'body' | 'errors'> & {
  method?: Method
  cookie?: AnyOperation['cookie']
  power?: AnyOperation['power']
  /** Whether it opens a connection that stays, which browsers let every page do with the cookie of a session. */
  isStream?: true
}

const EVERYWHERE = [
  'bad-request',
  'invalid-parameters',
  'unauthenticated',
  'not-acceptable',
  'request-timeout',
  'uri-too-long',
  'rate-limited',
  'headers-too-large',
  'internal',
  'unavailable',
  'overloaded',
] as const
const READING_BODIES = ['malformed-json', 'payload-too-large', 'unsupported-media-type', 'validation-failed'] as const
/** `forbidden` is told to who does not hold any more what the first request took. */
const WITH_KEY = ['forbidden', 'idempotency-in-progress', 'idempotency-key-reused'] as const

/** Errors that the form of an operation implies. */
const IMPLIED: readonly [codes: readonly ErrorCode[], applies: (form: Form) => boolean][] = [
  [EVERYWHERE, () => true],
  [['insufficient-scope'], ({ scope }) => isScope(scope)],
  [['forbidden'], ({ power = [] }) => power.length > 0],
  [
    ['csrf'],
    ({ scope, method, cookie, isStream = false }) =>
      signsIn({ scope, cookie }) || (scope !== 'none' && (isStream || (method !== undefined && method !== 'GET'))),
  ],
  [['not-found'], ({ pathNames }) => pathNames.length > 0],
  // A body is read wherever the method may have one: where the operation takes none, it must have no members.
  [READING_BODIES, ({ method, body }) => body !== undefined || (method !== undefined && method !== 'GET')],
  [WITH_KEY, ({ scope, method }) => method !== undefined && takesKey({ scope, method })],
]

/** Returns every error that an operation can answer with: what its form implies, and what it declares. */
export function errorsOf(form: Form): ErrorKind[] {
  const implied = IMPLIED.flatMap(([codes, applies]) => (applies(form) ? codes : [])).map((code) => kindOf(code))
  return [...new Set([...implied, ...form.errors])]
}
