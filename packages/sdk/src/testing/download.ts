import { requireAcceptableType } from './accept.ts'
import { Action } from './action.ts'
import { requirePresent } from './credentials.ts'
import { type HttpResponse, notModified, preconditionFailed } from './response.ts'
import { evaluate, ifRangeHolds } from '#gateway/http/conditional'
import { httpDateOf } from '#gateway/http/http-date'
import { saveAs } from '#gateway/http/content-disposition'
import { rangeOf } from '#gateway/http/ranges'
import { Problem } from './problem.ts'
import type { Call } from './perform.ts'
import { readParameters } from './query.ts'
import type { ReadableFile } from './files.ts'
import { validated } from './validate.ts'

/** The response of a download, with its bytes. */
export interface FileResponse extends HttpResponse {
  bytes?: Uint8Array<ArrayBuffer>
}

const CACHE_CONTROL = 'private, no-cache'

/** Returns the response with the requested file, or with the requested range of it (RFC 9110, sections 13 and 14). */
export async function download(call: Call): Promise<FileResponse> {
  const { operation, request, parameters } = call
  const { checks } = call.state.application
  requirePresent(call.principal, call)
  const sent = readParameters(request.search, operation.parameters, checks, parameters)
  const input = validated(operation.parameters, sent, 'parameters', checks)
  const action = new Action(call, input)
  const { load, run } = call.stepsOf(operation)
  const file = (await run(action, load?.(action))) as ReadableFile
  requireAcceptableType(request.headers['accept'], file.contentType)
  const size = file.bytes.length
  const validators = { etag: `"${file.sha256}"`, lastModified: file.finished_at }
  const result = evaluate(request.headers, validators, true)
  if (result === 'not-modified') return notModified(validators.etag, CACHE_CONTROL)
  if (result === 'failed') throw preconditionFailed()

  const counts = request.method === 'GET' && ifRangeHolds(request.headers, validators)
  const range = counts ? rangeOf(request.headers['range'], size) : undefined
  if (range === 'unsatisfiable') {
    const detail = `The file has ${size} bytes, and the range begins after its end.`
    throw new Problem('range-not-satisfiable', detail, { headers: { 'content-range': `bytes */${size}` } })
  }
  const { start, end } = range ?? { start: 0, end: size }
  const headers = {
    etag: validators.etag,
    'last-modified': httpDateOf(file.finished_at),
    'accept-ranges': 'bytes',
    'cache-control': CACHE_CONTROL,
    ...(range && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
    'content-type': file.contentType,
    'content-length': String(end - start),
    'content-disposition': saveAs(file.filename),
  }
  const bytes = file.bytes.slice(start, end)
  return { status: range ? 206 : 200, headers, body: undefined, isRepresentation: false, bytes }
}
