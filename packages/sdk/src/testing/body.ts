import { Problem } from './problem.ts'
import { parseJson } from './refuse.ts'
import type { MockRequest } from './request.ts'

/** Largest body that is read, in bytes. */
const LIMIT = 1_048_576

const typesFor = (method: string) =>
  method === 'PATCH' ? ['application/json', 'application/merge-patch+json'] : ['application/json']

/** Reads the body of a request as strict JSON. Returns undefined if the request has no body. */
export function readBody({ method, headers, bytes }: MockRequest): unknown {
  if (method === 'GET' || method === 'HEAD') return undefined
  const given = headers['content-type']
  if (given === undefined && bytes.length === 0) return undefined
  const [type = '', ...parameters] = (given ?? '').toLowerCase().split(';')
  if (!typesFor(method).includes(type.trim()))
    throw unsupported(method, `The body of this request is ${given ?? 'of no named type'}.`)
  if (bytes.length > LIMIT) throw new Problem('payload-too-large')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset))
    throw unsupported(method, 'The body must be in UTF-8.')
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() !== 'identity') throw unsupported(method, `The body must not be compressed (${coding}).`)
  return bytes.length === 0 ? undefined : parseJson(bytes)
}

function unsupported(method: string, detail: string): Problem {
  const types = typesFor(method).join(', ')
  return new Problem('unsupported-media-type', `${detail} Send ${types}.`, {
    headers: method === 'PATCH' ? { 'accept-patch': types } : {},
  })
}
