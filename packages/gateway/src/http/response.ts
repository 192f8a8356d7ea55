import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingFor, sendCoded } from './compression.ts'
import { isConditional } from './conditional.ts'
import { entityTag } from './entity-tag.ts'
import { isNotModified } from './preconditions.ts'

/** A response before it is sent. It is a JSON value, so that it can be stored and sent again. */
export interface HttpResponse {
  status: number
  headers: Record<string, string | string[]>
  body: string | undefined
  /** Whether the body is the representation that a read of the resource returns, and so has an entity tag. */
  isRepresentation: boolean
}

/**
 * Sends a response in the content coding that the caller prefers, with the validators of its representation. For a read whose conditions say so,
 * sends 304 or throws 412 instead.
 */
export function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, isRepresentation }: HttpResponse,
): FastifyReply | Promise<FastifyReply> {
  reply.code(status)
  if (body === undefined) return reply.headers(headers).send()
  const coding = codingFor(request.headers['accept-encoding'], body)
  if (isRepresentation) {
    const etag = entityTag(body, coding)
    if (status === 200 && isRead(request.method) && isConditional(request.headers)) {
      const validators = { etag, lastModified: headers['last-modified'] as string }
      if (isNotModified(request.headers, validators)) return sendNotModified(reply, etag, headers['cache-control'])
    }
    reply.header('etag', etag)
  }
  return sendCoded(reply.headers(headers), body, coding)
}

/** Sends 304 with the entity tag and `Cache-Control`, without other headers of a representation (RFC 9110, section 15.4.5). */
export function sendNotModified(reply: FastifyReply, etag: string, cacheControl: unknown): FastifyReply {
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
  return reply.code(304).header('etag', etag).send()
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'
