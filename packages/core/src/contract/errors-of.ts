import { type ErrorKind, kindOf } from './error-kind.ts'
import type { ErrorCode } from './errors.ts'
import type { Method } from './methods.ts'
import { type AnyOperation, isScope, signsIn, takesKey } from './operation.ts'

/** The parts of an operation that decide its errors. A procedure without a contract takes no idempotency key, and has no method. */
type Form = Pick<AnyOperation, 'scope' | 'pathNames' | 'body' | 'errors'> & {
  method?: Method
  cookie?: AnyOperation['cookie']
  power?: AnyOperation['power']
  /** Whether the operation opens a lasting connection. Browsers let every page open one with the session cookie. */
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
/** `forbidden` answers a repeated request when the caller no longer holds the power that the first request took. */
const WITH_KEY = ['forbidden', 'idempotency-in-progress', 'idempotency-key-reused'] as const

/** Errors that follow from the form of an operation. */
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
  // A body is read for every method that may have one. For an operation without a body, it must have no members.
  [READING_BODIES, ({ method, body }) => body !== undefined || (method !== undefined && method !== 'GET')],
  [WITH_KEY, ({ scope, method }) => method !== undefined && takesKey({ scope, method })],
]

/** Returns every error that an operation can answer with: what its form implies, and what it declares. */
export function errorsOf(form: Form): ErrorKind[] {
  const implied = IMPLIED.flatMap(([codes, applies]) => (applies(form) ? codes : [])).map((code) => kindOf(code))
  return [...new Set([...implied, ...form.errors])]
}
