import { createHash } from 'node:crypto'
import { requirePresent } from '../access/presence.ts'
import { requirePower } from '../access/power.ts'
import type { Power } from '../contract/access.ts'
import type { Context } from '../operation/context.ts'
import type { Principal } from '../contract/principal.ts'
import { Problem } from '../contract/problem.ts'
import type { Transaction } from '../data/transaction.ts'
import { untilItEnds } from '../data/retry.ts'
import { inParts, Part } from '../operation/part.ts'
import { asProblem } from '../operation/trpc.ts'
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts'

/** How long responses are kept: a day, in milliseconds. */
export const LIFETIME = 24 * 60 * 60 * 1_000

/** A request under an idempotency key. */
export interface KeyedRequest {
  context: Context
  principal: Principal
  /** Method, path and `Idempotency-Key`, which together with the caller's credential identify the request. */
  method: string
  path: string
  key: string
  /** Hash of the body's bytes, which is the same for a repeated request. */
  fingerprint: string
  /** How long repeated requests get the response, in milliseconds, up to a day. Default: a day. */
  lifetime?: number
}

/**
 * The effect of a request, within a transaction that it does not commit. Throws a `Problem` to refuse. A `Part` is committed without a response, and the
 * effect continues from its progress in a new transaction.
 */
export type Effect = (transaction: Transaction, progress?: unknown) => Promise<unknown>

/** Statuses whose responses are not kept, forbidden and rate-limited: a later request may get another response. */
const NOT_KEPT = new Set([403, 429])

/** Output of a request, or the problem that refused it. */
export type EffectResult = { output: unknown } | { problem: Problem }

/**
 * Runs an effect once for a key: the response of the first request is committed with its effect, and any repeated request gets that response. `responseOf`
 * makes the response, a JSON value. Responses of 403, 429 and 5xx are thrown instead, and nothing is kept.
 *
 * A caller that no longer holds what the operation asked for is refused the response with `forbidden`.
 *
 * The first request holds an advisory lock of its transaction, so that a crash leaves neither effect nor key behind. Throws `idempotency-in-progress` while
 * another request holds the lock, and `idempotency-key-reused` for another body. Between two parts of an effect nobody holds it, and the same request may get it: it
 * begins the effect again, and its response tells nothing of what was committed by then. The other one is refused with `idempotency-in-progress`, or gives that
 * response once it is kept.
 */
export async function performOnce<T>(
  request: KeyedRequest,
  effect: Effect,
  responseOf: (result: EffectResult) => T,
): Promise<KeyedResponse<T>> {
  return inParts((progress) =>
    untilItEnds(() => tryOnce(request, (transaction) => effect(transaction, progress), responseOf)),
  )
}

/** A response, and whether it was given before. */
interface KeyedResponse<T> {
  response: T
  isReplay: boolean
}

async function tryOnce<T>(
  request: KeyedRequest,
  effect: Effect,
  responseOf: (result: EffectResult) => T,
): Promise<KeyedResponse<T> | Part<unknown>> {
  const { context } = request
  const id = idOf(request)
  const transaction = context.database.transaction()
  try {
    await claim(transaction, id)
    const [row] = await transaction.query<StoredRow>(byId, [id])
    if (row && isGiven(row, request)) return { response: replay(row, request) as T, isReplay: true }
    const asked: Power[] = (context.asked = [])
    const result = await resultOf(effect, transaction)
    if ('output' in result && result.output instanceof Part) {
      await transaction.commit()
      return result.output
    }
    const response = responseOf(result)
    const { fingerprint } = request
    const stored: StoredResponse<T> = { fingerprint, answer: response, ...needsOf(asked, request.principal) }
    const sealed = context.sealer.seal(JSON.stringify(stored))
    const created_at = new Date(context.now()).toISOString()
    // Removed only after the effect, so that nothing is written for a refused request.
    if (row) await transaction.query(remove, [id])
    transaction.insert(IdempotencyKeyEntity, { id, fingerprint: '', answer: sealed, created_at })
    await transaction.commit()
    return { response, isReplay: false }
  } finally {
    await transaction.rollback()
  }
}

interface StoredRow {
  fingerprint: string
  answer: string
  created_at: string
}

const lock = {
  name: 'idempotency lock',
  text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_free',
}

const byId = {
  name: 'idempotency by id',
  text: 'select fingerprint, answer, created_at from idempotency_keys where id = $1',
}

const remove = { name: 'idempotency remove', text: 'delete from idempotency_keys where id = $1' }

async function claim(transaction: Transaction, id: string): Promise<void> {
  const [row] = await transaction.query<{ is_free: boolean }>(lock, [id])
  if (row?.is_free) return
  const detail =
    'The first request with this Idempotency-Key is still being worked on. Repeat it after the seconds in Retry-After.'
  throw new Problem('idempotency-in-progress', detail, { headers: { 'retry-after': '1' } })
}

/** Whether a kept response is given again. Others are deleted in the background. */
const isGiven = ({ created_at }: StoredRow, { context, lifetime = LIFETIME }: KeyedRequest): boolean =>
  context.now() - Date.parse(created_at) <= lifetime

/** A kept response with the hash of its request's body, and the power that a caller must hold to get it again. */
interface StoredResponse<T> {
  /** Undefined in rows of earlier versions. */
  fingerprint?: string
  answer: T
  scopes: string[]
  owner: string | null
}

/** Returns the scopes that an operation has asked of its caller, and the owner whose records it may have shown. */
function needsOf(asked: readonly Power[], principal: Principal) {
  const scopes = asked.flatMap((power) => [...power.scopes])
  return { scopes: [...new Set(scopes)], owner: principal.owner }
}

function replay(row: StoredRow, { context, principal, fingerprint }: KeyedRequest): unknown {
  const stored = JSON.parse(context.sealer.unseal(row.answer)) as StoredResponse<unknown>
  const { answer, scopes, owner } = stored
  if ((stored.fingerprint ?? row.fingerprint) !== fingerprint) throw new Problem('idempotency-key-reused')
  requirePresent(principal)
  requirePower(principal, 'What the first request with this Idempotency-Key did', { scopes: new Set(scopes), owner })
  return answer
}

async function resultOf(effect: Effect, transaction: Transaction): Promise<EffectResult> {
  try {
    return { output: await transaction.nested(() => effect(transaction)) }
  } catch (error) {
    const problem = asProblem(error)
    if (problem.status >= 500 || NOT_KEPT.has(problem.status)) throw error
    return { problem }
  }
}

function idOf({ principal, method, path, key }: KeyedRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([...credentialOf(principal), method, path, key]))
    .digest('base64url')
}

/** Returns the owner of idempotency keys: an API key, a user with a session, or a client with its user. */
function credentialOf({ type, id, credential }: Principal): string[] {
  return credential?.type === 'access_token' ? [type, id, credential.client_id] : [type, id]
}
