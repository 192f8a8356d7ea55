import { invalid, requirePower } from './refuse.ts'
import { type HttpResponse, problemResponse } from './response.ts'
import { takesIdempotencyKey } from '#core/contract/methods'
import { fault } from '#core/validation/fault'
import { Problem, problemOf } from './problem.ts'
import type { Operation } from './operation.ts'
import type { Call } from './perform.ts'

/** Answers are kept for a day, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1_000

const KEY = /^[\x20-\x7e]{1,255}$/

const takesKey = ({ method, scope }: Operation) => scope !== 'none' && takesIdempotencyKey(method)

/** The `Idempotency-Key` of a request; undefined where there is none, or the operation takes none. */
export function idempotencyKeyOf({ operation, request }: Call): string | undefined {
  const key = request.headers['idempotency-key']
  return takesKey(operation) && key !== undefined && KEY.test(key) ? key : undefined
}

/** Throws `invalid-parameters` for a bad key. */
export function requireGoodKey(call: Call): void {
  const { operation, request } = call
  if (request.headers['idempotency-key'] === undefined || !takesKey(operation) || idempotencyKeyOf(call)) return
  const message = 'must be 1 to 255 printable ASCII characters'
  throw invalid('parameters', [fault('parameters', ['Idempotency-Key'], 'invalid-format', message)])
}

/** Too many requests, and what the caller may not do: it may be told otherwise later. */
const NOT_KEPT = new Set([403, 429])

/** Does something once for a key, and gives its answer to every repetition. */
export async function once(
  call: Call,
  key: string,
  requestId: string,
  work: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { principal, request, state, time, baseUrl } = call
  const { application } = state
  const id = JSON.stringify([principal.type, principal.id, request.method, request.path, key])
  const body = new TextDecoder('latin1').decode(request.bytes)
  const kept = state.answers.get(id)
  if (kept && kept.time + LIFETIME > time) {
    if (kept.body !== body) throw new Problem('idempotency-key-reused')
    requirePower(principal, 'What the first request with this Idempotency-Key did', kept.asked)
    return { ...kept.answer, headers: { ...kept.answer.headers, 'idempotent-replayed': 'true' } }
  }
  const answer = await work().catch((error: unknown) => {
    const problem = problemOf(error)
    if (!problem) throw error
    const refusal = problemResponse(problem, { application, instance: request.path, requestId, baseUrl })
    if (refusal.status >= 500 || NOT_KEPT.has(refusal.status)) throw error
    return refusal
  })
  const { owner } = principal
  state.answers.set(id, { body, answer, time, asked: [...call.asked, { scopes: new Set(), owner }] })
  return answer
}
