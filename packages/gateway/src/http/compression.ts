import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import Negotiator from 'negotiator'

/** Bodies up to this size in bytes are sent uncompressed, where the client accepts that. */
const THRESHOLD = 1_024

const CODINGS = ['br', 'gzip', 'identity'] as const

export type Coding = (typeof CODINGS)[number]

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}

/** Compression effort: `fast` for a body made for one response, `small` for a body made once for all. */
export type Effort = 'fast' | 'small'

const BROTLI_QUALITY: Record<Effort, number> = { fast: 4, small: 6 }

/** Matches `identity` or `*`. An `Accept-Encoding` with neither cannot refuse an uncompressed body. */
const MENTIONS_IDENTITY = /identity|\*/i

/**
 * Returns the content coding for a body, by `Accept-Encoding` and its q-values (RFC 9110, section 12.5.3). When no coding is acceptable, the body is
 * sent uncompressed.
 */
export function codingFor(acceptEncoding: string | undefined, body: string): Coding {
  if (acceptEncoding === undefined) return 'identity'
  const isShort = body.length <= THRESHOLD && Buffer.byteLength(body) <= THRESHOLD
  if (isShort && !MENTIONS_IDENTITY.test(acceptEncoding)) return 'identity'
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  if (isShort && negotiator.encodings(['identity']).length > 0) return 'identity'
  const [preferred] = negotiator.encodings([...CODINGS])
  return (preferred as Coding | undefined) ?? 'identity'
}

/** Returns the body, compressed in a content coding. */
export function encoded(body: string, coding: Exclude<Coding, 'identity'>, effort: Effort = 'fast'): Promise<Buffer> {
  if (coding === 'gzip') return compress.gzip(body)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return compress.br(body, { params })
}

/** Sends a body in the content coding that `codingFor` has chosen. */
export function sendCoded(reply: FastifyReply, body: string, coding: Coding): FastifyReply | Promise<FastifyReply> {
  if (coding === 'identity') return reply.send(body)
  return encoded(body, coding).then((bytes) => reply.header('content-encoding', coding).send(bytes))
}
