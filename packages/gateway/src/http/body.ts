import { Problem } from '@roster/core/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseJson } from './json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body; kept only when the request has an idempotency key, else null. */
    bytes: Uint8Array | string | null
  }
}

/** Maximum size of a request body, in bytes. */
export const BODY_LIMIT = 1_048_576

/** Whether the connection ended within the body of a request. Reading the body then fails with an error that looks like a failure of the service. */
export const isCutOff = ({ raw }: FastifyRequest): boolean => raw.readableAborted && raw.errored !== null

/** Media types that a request body may have, by method. */
export function bodyTypes(method: string): string[] {
  return method === 'PATCH' ? ['application/json', 'application/merge-patch+json'] : ['application/json']
}

/** Reads request bodies as strict JSON, and nothing else. An absent body stays undefined. */
export function readBodies(app: FastifyInstance): void {
  app.decorateRequest('bytes', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(bodyTypes('PATCH'), { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['idempotency-key'] !== undefined) request.bytes = body
    try {
      requirePlainJson(request.method, request.headers)
      done(null, body.length === 0 ? undefined : parseJson(body))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addContentTypeParser('*', ({ method, headers }, _body, done) => done(wrongType(method, headers)))
}

type Headers = Record<string, string | string[] | undefined>

function requirePlainJson(method: string, headers: Headers): void {
  const [type = '', ...parameters] = String(headers['content-type']).toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  const coding = headers['content-encoding'] as string | undefined
  if (!bodyTypes(method).includes(type.trim())) throw wrongType(method, headers)
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset))
    throw unsupported(method, 'The body must be in UTF-8.')
  if (coding !== undefined && coding.toLowerCase() !== 'identity')
    throw unsupported(method, `The body must not be compressed (${coding}).`)
}

/** Returns `unsupported-media-type` (415) for a body in a media type that the method does not accept. */
export const wrongType = (method: string, headers: Headers) =>
  unsupported(method, `The body of this request is ${String(headers['content-type'] ?? 'of no named type')}.`)

/** Returns `unsupported-media-type` (415) with the accepted types, for PATCH also in `Accept-Patch` (RFC 5789). */
function unsupported(method: string, detail: string): Problem {
  const types = bodyTypes(method).join(', ')
  const headers: Record<string, string> = method === 'PATCH' ? { 'accept-patch': types } : {}
  return new Problem('unsupported-media-type', `${detail} Send ${types}.`, { headers })
}
