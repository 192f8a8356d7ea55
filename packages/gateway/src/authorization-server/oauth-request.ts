import { IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { prefixOf, type Site } from '../naming/site.ts'

/** A request for the library: on the service's own host, whatever the caller's headers say, and with its body read. */
export class OAuthRequest extends IncomingMessage {
  /** Headers that every response of this service carries. */
  common: OutgoingHttpHeaders = {}
  /** User code from the query of the page's URL. */
  userCode: string | undefined
  /** Counts the request when the client fails to authenticate. Throws `rate-limited`. */
  countFailure: (() => Promise<unknown>) | undefined
  /** Whether the request carried a wrong user code. */
  isGuess = false
  /** The error at which the library failed; it answers all such errors alike. */
  failure: unknown
  /** Network address of the caller. */
  address = ''
  log: FastifyBaseLogger | undefined
  /** The requested path, from which the library makes URLs in responses. */
  originalUrl = ''
  /** Name of the service, on its pages. */
  title = ''
}

/** URL of the service as callers reach it, in parts, and the service's name. */
export interface PublicAddress {
  host: string
  protocol: string
  /** Path before the paths of this service; empty or without a trailing slash. */
  prefix: string
  title: string
}

export function publicAddress(site: Site): PublicAddress {
  const { host, protocol } = new URL(site.baseUrl)
  return { host, protocol: protocol.slice(0, -1), prefix: prefixOf(site), title: site.naming.title }
}

/** Headers that would let a caller choose the URLs in responses or the form of errors, and headers about the transfer of the body. */
const REPLACED: ReadonlySet<string> = new Set([
  'host', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for', 'accept', 'content-length', 'transfer-encoding',
]) // prettier-ignore

/** Target of a request as the library sees it. */
export interface Target {
  /** Path before the library's own path in this request. */
  mount?: string
  path: string
  /** Query, with its question mark. */
  search: string
}

/** Returns the request that the library handles, made from a Fastify request. `accept` decides the form of errors. */
export function oauthRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { mount = '', path, search }: Target,
  { host, protocol, prefix, title }: PublicAddress,
  accept: string,
): OAuthRequest {
  const { raw } = request
  const body = request.body instanceof Buffer ? request.body : undefined
  const kept = Object.entries(raw.headers).filter(([name]) => !REPLACED.has(name) && !name.startsWith(':'))
  const pinned = { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol, accept }
  const length = body ? { 'content-length': String(body.length) } : {}
  const made = Object.assign(new OAuthRequest(raw.socket), {
    method: raw.method,
    url: path + search,
    originalUrl: prefix + mount + path + search,
    headers: { ...Object.fromEntries(kept), ...pinned, ...length },
    httpVersion: raw.httpVersion,
    httpVersionMajor: raw.httpVersionMajor,
    httpVersionMinor: raw.httpVersionMinor,
    complete: true,
    log: request.log,
    common: reply.getHeaders(),
    address: request.ip,
    title,
  })
  if (body) made.push(body)
  made.push(null)
  return made
}
