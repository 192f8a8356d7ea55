import { invalid, requirePower } from './refuse.ts'
import { requirePresent } from './credentials.ts'
import { type HttpResponse, problemResponse } from './response.ts'
import { takesIdempotencyKey } from '#core/contract/methods'
import { fault } from '#core/validation/fault'
import { Problem, problemOf } from './problem.ts'
import type { Operation } from './operation.ts'
import type { Application } from './application.ts'
import type { Call } from './perform.ts'

/** Milliseconds for which responses are kept: a day. */
const LIFETIME = 24 * 60 * 60 * 1_000

/** Whether a value is a valid key: 1 to 255 printable ASCII characters. */
export const isGoodKey = (key: unknown): key is string => typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)

const takesKey = ({ method, scope }: Operation) => scope !== 'none' && takesIdempotencyKey(method)

/** Returns the `Idempotency-Key` of a request; undefined if it has no valid key or the operation takes none. */
export function idempotencyKeyOf({ operation, request }: Call): string | undefined {
  const key = request.headers['idempotency-key']
  return takesKey(operation) && isGoodKey(key) ? key : undefined
}

/** Throws `invalid-parameters` for an invalid key. */
export function requireGoodKey(call: Call): void {
  const { operation, request } = call
  if (request.headers['idempotency-key'] === undefined || !takesKey(operation) || idempotencyKeyOf(call)) return
  const message = 'must be 1 to 255 printable ASCII characters'
  throw invalid('parameters', [fault('parameters', ['Idempotency-Key'], 'invalid-format', message)])
}

/** Statuses that are not kept, for too many requests and missing permissions: a later request may get another response. */
const NOT_KEPT = new Set([403, 429])

/** Whether a repeated request gets the same refusal again. */
export function isKept({ status, code }: Problem, application: Application): boolean {
  const [usual] = application.errorOf(code)
  return (status ?? usual) < 500 && !NOT_KEPT.has(status ?? usual)
}

/** Work that is done once. `id` names the work, `fingerprint` identifies its content, `lifetime` is how long the result is known, in milliseconds. */
interface Once {
  id: string
  fingerprint: string
  /** Default: a day. */
  lifetime?: number
}

/** Does work once, and returns its result for every repetition. Errors are not kept. Throws `idempotency-key-reused` for other content. */
export async function once<Result>(
  call: Call,
  { id, fingerprint, lifetime = LIFETIME }: Once,
  work: () => Promise<Result>,
): Promise<{ result: Result; isReplay: boolean }> {
  const { principal, state, time, asked } = call
  const known = state.results.get(id)
  if (known && known.time + lifetime >= time) {
    if (known.fingerprint !== fingerprint) throw new Problem('idempotency-key-reused')
    requirePresent(principal, call)
    requirePower(principal, 'What the first request with this Idempotency-Key did', [known.asked])
    return { result: known.result as Result, isReplay: true }
  }
  const result = await work()
  const scopes = new Set(asked.flatMap((power) => Array.from(power.scopes)))
  state.results.set(id, { fingerprint, result, time, asked: { scopes, owner: principal.owner } })
  return { result, isReplay: false }
}

/** Responds to a request with a key. A repeated request gets the first response again. */
export async function answerOnce(
  call: Call,
  key: string,
  requestId: string,
  work: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { principal, operation, parameters, request, state, baseUrl } = call
  const { application } = state
  const id = JSON.stringify([principal.type, principal.id, request.method, operation.path, parameters, key])
  const fingerprint = new TextDecoder('latin1').decode(request.bytes)
  const { result, isReplay } = await once(call, { id, fingerprint }, () =>
    work().catch((error: unknown) => {
      const problem = problemOf(error)
      if (!problem || !isKept(problem, application)) throw error
      return problemResponse(problem, { application, instance: request.path, requestId, baseUrl })
    }),
  )
  return isReplay ? { ...result, headers: { ...result.headers, 'idempotent-replayed': 'true' } } : result
}
