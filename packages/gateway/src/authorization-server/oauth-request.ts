import { IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../naming/site.ts'

/** A request as the library is to see it: on the host that is ours, whatever the caller says, and with its body read. */
export class OAuthRequest extends IncomingMessage {
  /** Headers that every answer of this service carries. */
  common: OutgoingHttpHeaders = {}
  /** A user code that came with the address of the page. */
  userCode: string | undefined
  /** Counts it when the client does not prove who it is. Throws `rate-limited`. */
  countFailure: (() => Promise<unknown>) | undefined
  /** Whether a user code came that is none. */
  isGuess = false
  /** Network address that it came from. */
  address = ''
  log: FastifyBaseLogger | undefined
  /** The path that was asked for, which addresses in answers are made from. */
  originalUrl = ''
  /** What the service is called, on its pages. */
  title = ''
}

/** Where the service is, as callers reach it, and what it is called. */
export interface PublicAddress {
  host: string
  protocol: string
  /** Path that comes before those of this service; empty or without a slash at its end. */
  prefix: string
  title: string
}

export function publicAddress({ baseUrl, naming: { title } }: Site): PublicAddress {
  const { host, protocol, pathname } = new URL(baseUrl)
  return { host, protocol: protocol.slice(0, -1), prefix: pathname.replace(/\/$/, ''), title }
}

/** Headers that would let a caller choose the addresses in answers, or in what form an error comes; and how the body came. */
const REPLACED: ReadonlySet<string> = new Set([
  'host', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for', 'accept', 'content-length', 'transfer-encoding',
]) // prettier-ignore

/** How the library knows a request. */
export interface Target {
  /** Path that stands before those of the library for this request. */
  mount?: string
  path: string
  /** Query, with its question mark. */
  search: string
}

/** What the library is given of a request. Errors are answered as `accept` says. */
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
