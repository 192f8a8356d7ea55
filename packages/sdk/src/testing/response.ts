import { fitting } from './copied/fitting.ts'
import { evaluate, isConditional } from './copied/conditional.ts'
import { ERRORS } from './contract/error-table.ts'
import { Problem } from './core.ts'
import type { MockRequest } from './request.ts'

/** Bytes of JSON that the faults of one response have at most. */
const FAULTS_SIZE = 24 * 1_024

/** A response before it becomes a `Response`. It is a JSON value, so that it can be kept and given again. */
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

/** A problem as a response (RFC 9457). */
export function problemResponse(problem: Problem, instance: string, requestId: string, baseUrl: string): HttpResponse {
  const { code, status, message, faults, headers } = problem
  const details = {
    type: `${baseUrl}/errors/${code}`,
    title: ERRORS[code][1],
    status,
    detail: message,
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

/** 412: what the request was based on is not what is there. `headers` are those of what is there. */
export function preconditionFailed(headers: HttpResponse['headers'] = {}): Problem {
  const detail =
    'The record is not in the state that the conditions of the request name. Read it again and repeat the change.'
  const validators = Object.entries(headers).filter(([name]) => name !== 'cache-control' && name !== 'content-type')
  return new Problem('version-conflict', detail, { status: 412, headers: Object.fromEntries(validators) })
}

/** A response with its entity tag; 304 or 412 where the conditions of a read say so. */
export async function conditioned(request: MockRequest, response: HttpResponse): Promise<HttpResponse> {
  if (response.body === undefined || !response.isRepresentation) return response
  const etag = await entityTag(response.body)
  const tagged: HttpResponse = { ...response, headers: { ...response.headers, etag } }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (response.status !== 200 || !isRead || !isConditional(request.headers)) return tagged
  const result = evaluate(request.headers, { etag, lastModified: response.headers['last-modified'] }, true)
  if (result === 'failed') throw preconditionFailed(tagged.headers)
  if (result === 'proceed') return tagged
  const { 'content-type': _, ...headers } = tagged.headers
  return { ...tagged, status: 304, headers, body: undefined }
}
