import { FAULTS_SIZE } from '#core/contract/fault'
import { fitting } from '#core/contract/fitting'
import { evaluate, isConditional } from '#gateway/http/conditional'
import type { Application } from './application.ts'
import { Problem } from './problem.ts'
import type { MockRequest } from './request.ts'

/** A response before it becomes a `Response`: a JSON value, so that it can be kept and sent again. */
export interface HttpResponse {
  status: number
  headers: Record<string, string>
  body: string | undefined
  /** Whether the body is the same as when its resource is read, and so has an entity tag. */
  isRepresentation: boolean
}

/** Returns the strong entity tag of a body: its hash, as the service computes it. */
export async function entityTag(body: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(body))
  const text = btoa(String.fromCharCode(...new Uint8Array(digest)))
  return `"${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}"`
}

/** The request that gets a problem as its response. */
interface Occasion {
  application: Application
  /** Path of the request. */
  instance: string
  requestId: string
  baseUrl: string
}

/** Returns the response with problem details (RFC 9457). */
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

/** Returns the problem for 412: the record has changed since the state that the request names. */
export function preconditionFailed(): Problem {
  const detail =
    'The record is not in the state that the conditions of the request name. Read it again and repeat the change.'
  return new Problem('version-conflict', detail, { status: 412 })
}

/** Returns the response 304, with no representation headers but the entity tag (RFC 9110, section 15.4.5). */
export function notModified(etag: string, cacheControl: string | undefined): HttpResponse {
  const headers = { etag, ...(cacheControl !== undefined && { 'cache-control': cacheControl }) }
  return { status: 304, headers, body: undefined, isRepresentation: false }
}

/** Returns a response with its entity tag, or a 304 if the conditions of a read say so. Throws the problem for 412. */
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
