import { FAULTS_SIZE } from '#core/contract/fault'
import { fitting } from '#core/contract/fitting'
import { evaluate, isConditional } from '#gateway/http/conditional'
import type { Application } from './application.ts'
import { Problem } from './problem.ts'
import type { MockRequest } from './request.ts'

/** An answer before it becomes a `Response`. It is a JSON value, so that it can be kept and given again. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: string | undefined
  /** Whether the body is how its resource is read, and so has an entity tag. */
  isRepresentation: boolean
}

/** The strong entity tag of a body: its hash, as the service makes it. */
export async function entityTag(body: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(body))
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return `"${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}"`
}

/** Where a problem is answered. */
interface Occasion {
  application: Application
  /** Path of the request. */
  instance: string
  requestId: string
  baseUrl: string
}

/** A problem as an answer (RFC 9457). */
export function problemResponse(
  problem: Problem,
  { application, instance, requestId, baseUrl }: Occasion,
): HttpResponse {
  const { code, message, faults, headers } = problem
  const [usual, title, meaning] = application.errorOf(code)
  const status = problem.status ?? usual
  const details = {
    type: `${baseUrl}/errors/${code}`,
    title,
    status,
    detail: message || meaning,
    instance,
    code,
    request_id: requestId,
    ...(faults && { errors: fitting(faults, FAULTS_SIZE) }),
  }
  const type = 'application/problem+json; charset=utf-8'
  return {
    status,
    headers: { 'cache-control': 'no-store', ...headers, 'content-type': type },
    body: JSON.stringify(details),
    isRepresentation: false,
  }
}

/** 412: what the request was based on is not what is there. */
export function preconditionFailed(): Problem {
  const detail =
    'The record is not in the state that the conditions of the request name. Read it again and repeat the change.'
  return new Problem('version-conflict', detail, { status: 412 })
}

/** 304, with nothing of a representation but its tag (RFC 9110, section 15.4.5). */
export function notModified(etag: string, cacheControl: string | undefined): HttpResponse {
  const headers = { etag, ...(cacheControl !== undefined && { 'cache-control': cacheControl }) }
  return { status: 304, headers, body: undefined, isRepresentation: false }
}

/** An answer with its entity tag; 304 or 412 where the conditions of a read say so. */
export async function conditioned(request: MockRequest, answer: HttpResponse): Promise<HttpResponse> {
  if (answer.body === undefined || !answer.isRepresentation) return answer
  const etag = await entityTag(answer.body)
  const tagged: HttpResponse = { ...answer, headers: { ...answer.headers, etag } }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (answer.status !== 200 || !isRead || !isConditional(request.headers)) return tagged
  const result = evaluate(request.headers, { etag, lastModified: answer.headers['last-modified'] }, true)
  if (result === 'failed') throw preconditionFailed()
  return result === 'proceed' ? tagged : notModified(etag, answer.headers['cache-control'])
}
