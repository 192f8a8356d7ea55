import { type AnyOperation, cursorNameOf, isPaged, isRepresentedBy } from '@roster/core/contract'
import { pageLinks } from '@roster/core/server'
import { setSessionCookie } from '../auth/session-cookie.ts'
import type { HttpResponse } from '../http/response.ts'
import { changedAt } from '../http/changed-at.ts'
import { httpDateOf } from '../http/http-date.ts'
import { deprecationHeaders } from '../http/deprecation.ts'
import type { Site } from '../naming/site.ts'
import { filled } from '../operations/location.ts'
import { serializerOf } from '../operations/serializer.ts'

/** Returns the response to a success. `url` is the request's target. */
export type SuccessResponder = (url: string, output: unknown) => HttpResponse

/**
 * Returns a function that makes the success response of an operation from its contract: status, `Location`, `Link`, `Cache-Control`, `Last-Modified`,
 * `Retry-After`, the session cookie and the declared members. `representation` is the operation that reads the resource in the response, if there is one.
 */
export function successOf(
  operation: AnyOperation,
  representation: AnyOperation | undefined,
  site: Site,
): SuccessResponder {
  const { baseUrl } = site
  const serialize = serializerOf(operation)
  const { status, location, cacheControl, retryAfter, cookie } = operation
  const { link: announcement } = deprecationHeaders(operation)
  const cursor = cursorNameOf(operation.parameters.shape)
  const hasPages = isPaged(operation)
  const isRepresentation = isRepresentedBy(operation, representation)

  return (url, output) => {
    const headers: HttpResponse['headers'] = {}
    if (location) headers['location'] = baseUrl + filled(location, output as Record<string, unknown>)
    if (cookie) headers['set-cookie'] = setSessionCookie(cookie(output), site)
    if (!serialize) return { status, headers, body: undefined, isRepresentation: false }
    const links = hasPages ? pageLinks(baseUrl + url, output, cursor) : undefined
    const wait = retryAfter?.(output)
    if (wait !== undefined) headers['retry-after'] = String(wait)
    const changed = isRepresentation ? changedAt(output) : undefined
    if (links) headers['link'] = [links, announcement].filter(Boolean).join(', ')
    if (changed !== undefined) headers['last-modified'] = httpDateOf(changed)
    headers['cache-control'] = cacheControl
    headers['content-type'] = 'application/json; charset=utf-8'
    return { status, headers, body: serialize(output), isRepresentation }
  }
}
