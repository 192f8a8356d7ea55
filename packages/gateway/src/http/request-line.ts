import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Problem } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'

/** Maximum length of a request target, in characters. */
export const MAX_TARGET = 8_192

/** Maximum size of all header names and values, in bytes. */
const MAX_HEADERS = 16_384

/** Size of a request head that Node's parser refuses: one more than a target and headers of their full size. */
export const MAX_HEAD = MAX_TARGET + MAX_HEADERS + 1

const VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1'])

/** The methods that are served. HTTP/2 lets any other through. */
export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Returns the problem of a request whose method, target, `Host` or transfer coding cannot be served at any path, or undefined (RFC 9112, sections 3
 * and 6.1).
 */
export function faultOfHead({ raw, originalUrl }: FastifyRequest): Problem | undefined {
  const { method = '', url = '', rawHeaders, headers, httpVersion } = raw
  if (!VERSIONS.has(httpVersion) && !isHttp2(raw)) {
    return new Problem('bad-request', 'The request line names no version of HTTP that is spoken here.')
  }
  // Before all other faults, since it ends the connection.
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) return faultyFraming()
  if (!METHODS.has(method)) return new Problem('not-implemented', `The method ${method} is not used by this service.`)
  if (originalUrl.length > MAX_TARGET) return new Problem('uri-too-long')
  if (!url.startsWith('/') && !(url === '*' && method === 'OPTIONS')) {
    return new Problem('bad-request', 'The request target is neither a path nor an address of the host in Host.')
  }
  if (!ENCODED.test(originalUrl)) {
    return new Problem('bad-request', 'The request target has characters that are not percent-encoded, or a fragment.')
  }
  const { hosts, size } = measure(rawHeaders)
  if (size > MAX_HEADERS) return new Problem('headers-too-large')
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return new Problem('bad-request', `The request has ${hosts} Host headers. Send one.`)
  }
  if (hosts === 1 && !AUTHORITY.test(headers.host!)) {
    return new Problem('bad-request', 'The Host header does not name a host.')
  }
  if (!isCoding(headers['transfer-encoding'])) return new Problem('not-implemented', OTHER_CODING)
  if (!isDecodable(originForm(originalUrl))) {
    return new Problem('bad-request', 'The path has a percent-encoding that is no UTF-8. Encode it again.')
  }
  return faultOfHost(originalUrl, headers.host) ?? faultOfAuthority(headers)
}

/** Matches a target that the router and a proxy before it read alike: some software ends a path at `#`, and only HTTP/2 lets other characters through. */
const ENCODED = /^[\x21\x22\x24-\x7e]*$/

/** Whether the service reads a body in these transfer codings. A coding before `chunked` would be taken for content. */
const isCoding = (codings = 'chunked') => codings.toLowerCase() === 'chunked'

/** Returns the problem of a body whose end other software may see elsewhere. The connection does not go on after it (RFC 9112, section 6.1). */
const faultyFraming = () =>
  new Problem('bad-request', 'HTTP/1.0 has no transfer codings. Send the body with its length.', {
    headers: { connection: 'close' },
  })

const OTHER_CODING =
  'The body of this request is in a transfer coding that is not used here. Send it chunked, or with its length.'

/** Whether a request came over HTTP/2. Its version does not tell: Node's parser of HTTP/1 accepts `HTTP/2.0` in a request line. */
const isHttp2 = (request: IncomingMessage) => 'stream' in request

const AUTHORITY = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-fA-F:.]+\])?(?::\d{0,5})?$/

const COLON = 58

/** Returns the number of `Host` headers, and the size of all headers. The target and the method, which HTTP/2 has among them, are none. */
function measure(rawHeaders: readonly string[]): { hosts: number; size: number } {
  let hosts = 0
  let size = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.charCodeAt(0) === COLON) continue
    size += name.length + rawHeaders[index + 1]!.length
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return { hosts, size }
}

const ABSOLUTE = /^(?<scheme>https?):\/\/(?<host>[^/?#]*)/i

/**
 * Returns the path and query of a request target for the router, also for a target in absolute form (RFC 9112, section 3.2.2). Encodes the percent
 * signs of a path that cannot be decoded, so that `faultOfHead` can refuse the request like any other.
 */
export function routableTarget({ url = '/' }: IncomingMessage): string {
  const target = originForm(url)
  if (isDecodable(target)) return target
  const path = pathIn(target)
  return path.replaceAll('%', '%25') + target.slice(path.length)
}

/** Returns the path and query of a request target. */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const target = url.replace(ABSOLUTE, '')
  return target.startsWith('?') || target === '' ? `/${target}` : target
}

/** Whether the percent-encoding in the path of a target is valid UTF-8. */
function isDecodable(target: string): boolean {
  if (!target.includes('%')) return true
  try {
    decodeURIComponent(pathIn(target))
    return true
  } catch {
    return false
  }
}

/** Returns a problem when a target in absolute form names another host than `Host`. */
function faultOfHost(target: string, host: string | undefined): Problem | undefined {
  const { scheme, host: named } = ABSOLUTE.exec(target)?.groups ?? {}
  if (named === undefined) return undefined
  const port = DEFAULT_PORT[scheme!.toLowerCase()]!
  if (host !== undefined && hostWithout(port, named) === hostWithout(port, host)) return undefined
  return new Problem('bad-request', 'The request target names another host than the Host header. Send the path alone.')
}

/** Returns a problem when `:authority` and `Host` name different hosts, over HTTP/2, which is served over TLS alone (RFC 9113, section 8.3.1). */
function faultOfAuthority({ ':authority': authority, host }: IncomingHttpHeaders): Problem | undefined {
  if (authority === undefined || host === undefined) return undefined
  if (hostWithout(':443', String(authority)) === hostWithout(':443', host)) return undefined
  return new Problem('bad-request', 'The Host header names another host than :authority. Send one of them.')
}

const DEFAULT_PORT: Record<string, string> = { http: ':80', https: ':443' }

/** Returns a host in lower case, without the port of its scheme, which says nothing. */
function hostWithout(port: string, host: string): string {
  const name = host.toLowerCase()
  return name.endsWith(port) ? name.slice(0, name.length - port.length) : name
}

const pathIn = (target: string) => target.split('?', 1)[0]!
