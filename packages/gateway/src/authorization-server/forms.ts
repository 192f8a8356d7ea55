import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '@roster/core/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const TYPE = 'application/x-www-form-urlencoded'

/** Maximum size of a form, in bytes; equal to the library's limit. */
const LIMIT = 56 * 1_024

/** Makes routes that are registered from now on read forms as raw bytes and refuse all other bodies (RFC 6749, section 3.2). */
export function readForms(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => void (route.bodyLimit ??= LIMIT))
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(TYPE, { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) => {
    const coding = headers['content-encoding']
    if (coding !== undefined && coding.toLowerCase() !== 'identity') throw unsupported(`compressed (${coding})`)
    if (!isUtf8(body)) throw new Problem('bad-request', 'The body is not in UTF-8.')
    return body
  })
  scope.addContentTypeParser('*', async ({ headers }: FastifyRequest) => {
    throw noForm(headers)
  })
}

/** Returns `unsupported-media-type` (415) for a body that is no form. */
export const noForm = ({ 'content-type': type }: IncomingHttpHeaders) => unsupported(type || 'of no named type')

const unsupported = (what: string) =>
  new Problem('unsupported-media-type', `The body of this request is ${what}. Send ${TYPE}.`)

/** Returns the fields of the form in a request; none when there is no body. */
export function formOf({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(body instanceof Buffer ? body.toString('utf8') : '')
}
