import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'

/** Bodies up to this many bytes are sent as they are, where that is acceptable. */
const THRESHOLD = 1_024

const CODINGS = ['br', 'gzip', 'identity'] as const

export type Coding = (typeof CODINGS)[number]

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}

const FAST_BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

/**
 * The content coding for a body, by `Accept-Encoding` and its q-values (RFC 9110, section 12.5.3). Where nothing is acceptable, the body
 * is sent as it is.
 */
export function codingFor(acceptEncoding: string | undefined, body: string): Coding {
  if (acceptEncoding === undefined) return 'identity'
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const isShort = body.length <= THRESHOLD && Buffer.byteLength(body) <= THRESHOLD
  if (isShort && negotiator.encodings(['identity']).length > 0) return 'identity'
  const [preferred] = negotiator.encodings([...CODINGS])
  return (preferred as Coding | undefined) ?? 'identity'
}

/** The body in a content coding. */
export function encoded(body: string, coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
  return coding === 'br' ? compress.br(body, FAST_BROTLI) : compress.gzip(body)
}
