import { Readable } from 'node:stream'
import { type FilePerformer, requireScope, type StoredFile } from '@roster/core'
import { Problem } from '@roster/core/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ifRangeHolds } from '../http/conditional.ts'
import { httpDateOf } from '../http/http-date.ts'
import { saveAs } from '../http/content-disposition.ts'
import { deprecationHeaders } from '../http/deprecation.ts'
import { requireAcceptableType } from '../http/negotiation.ts'
import { isNotModified } from '../http/preconditions.ts'
import { sendNotModified } from '../http/response.ts'
import { type ByteRange, rangeOf } from '../http/ranges.ts'
import { type Gateway, originOf, requestContext } from '../context/request-context.ts'
import { routePath } from '../operations/route-path.ts'
import { inputOf } from './operation-input.ts'

/** Registers a native route for every download, at the path of its contract. */
export function serveFiles(app: FastifyInstance, files: readonly FilePerformer[], gateway: Gateway): void {
  for (const { operation, find } of files) {
    const { parametersOf } = inputOf(operation)
    const deprecation = deprecationHeaders(operation)
    app.route({
      // Fastify would answer HEAD by reading the whole file to its end.
      method: ['GET', 'HEAD'],
      exposeHeadRoute: false,
      url: routePath(operation.path),
      config: { quota: 'caller' },
      async handler(request, reply) {
        reply.headers(deprecation)
        const context = requestContext(gateway, originOf(request, reply))
        const principal = await context.admit(operation)
        requireScope(operation, principal)
        const file = await find(context, principal, parametersOf(request))
        requireAcceptableType(request.headers.accept, file.contentType)
        return sendFile(request, reply, file)
      },
    })
  }
}

const CACHE_CONTROL = 'private, no-cache'

/** Streams a file, or the range of it that the request asks for, as fast as the client reads (RFC 9110, sections 13 and 14). */
function sendFile({ method, headers }: FastifyRequest, reply: FastifyReply, file: StoredFile): FastifyReply {
  const { size, lastModified } = file
  const validators = { etag: `"${file.sha256}"`, lastModified }
  if (isNotModified(headers, validators)) return sendNotModified(reply, validators.etag, CACHE_CONTROL)

  const counts = method === 'GET' && ifRangeHolds(headers, validators)
  const range = counts ? rangeOf(headers.range, size) : undefined
  if (range === 'unsatisfiable') throw notSatisfiable(size)
  const { start, end } = range ?? { start: 0, end: size }
  if (range) reply.code(206).header('content-range', contentRange(range, size))
  reply.headers({
    etag: validators.etag,
    'last-modified': httpDateOf(lastModified),
    'accept-ranges': 'bytes',
    'cache-control': CACHE_CONTROL,
    'content-type': file.contentType,
    'content-length': String(end - start),
    'content-disposition': saveAs(file.filename),
  })
  return method === 'HEAD' ? reply.send() : reply.send(Readable.from(file.read(start, end), { objectMode: false }))
}

const contentRange = ({ start, end }: ByteRange, size: number) => `bytes ${start}-${end - 1}/${size}`

function notSatisfiable(size: number): Problem {
  return new Problem('range-not-satisfiable', `The file has ${size} bytes, and the range begins after its end.`, {
    headers: { 'content-range': `bytes */${size}` },
  })
}
