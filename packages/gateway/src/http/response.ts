import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingFor, sendCoded } from './compression.ts'
import { evaluate, isConditional } from './conditional.ts'
import { entityTag } from './entity-tag.ts'
import { preconditionFailed } from './preconditions.ts'

/** A response before it meets a connection. It is a JSON value, so that it can be kept and given again. */
export interface HttpResponse {
  status: number
  headers: Record<string, string | string[]>
  body: string | undefined
  /** Whether the body is how its resource is read, and so has an entity tag. */
  isRepresentation: boolean
}

/**
 * Sends a response in the content coding that the caller prefers, with the validators of what it represents. A read whose conditions say so
 * is answered with 304 or 412 instead.
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
      const result = evaluate(request.headers, { etag, lastModified: headers['last-modified'] as string }, true)
      if (result === 'failed') throw preconditionFailed()
      if (result === 'not-modified') return sendNotModified(reply, etag, headers['cache-control'])
    }
    reply.header('etag', etag)
  }
  return sendCoded(reply.headers(headers), body, coding)
}

/** Answers 304, with nothing of a representation but its tag (RFC 9110, section 15.4.5). */
export function sendNotModified(reply: FastifyReply, etag: string, cacheControl: unknown): FastifyReply {
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl)
  return reply.code(304).header('etag', etag).send()
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'
