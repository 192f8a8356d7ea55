import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { type ErrorCode, Problem, problemDetails } from '@roster/core/contract'
import { isOAuthPath } from '../authorization-server/routes.ts'
import { oauthError } from '../authorization-server/oauth-error.ts'
import { counted } from '../context/request-context.ts'
import { pendingAnswer } from '../http/pending-answer.ts'
import { requestIdOf } from '../http/request-id.ts'
import { originForm } from '../http/request-line.ts'
import { SECURITY_HEADERS, STRICT_TRANSPORT_SECURITY } from '../http/security-headers.ts'
import { lineFrom } from '../http/socket-line.ts'
import { pathOf } from '../problems/problem.ts'
import type { ServerGateway } from './gateway.ts'

type ParserError = Error & { code?: string; rawPacket?: unknown; bytesParsed?: number }

/** Codes of the problems for errors of the parser, where the error's code decides. */
const PARSER_PROBLEMS: Record<string, ErrorCode> = { ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout' }

/** Functions that decide the problem by the line that the parser stopped in, where the error's code does not. */
const BY_LINE: Record<string, (error: ParserError, socket: Socket) => Promise<ErrorCode>> = {
  async HPE_HEADER_OVERFLOW(error, socket) {
    const line = await lineFrom(socket, startOfLine(error))
    return LONG_TARGET.test(line) ? 'uri-too-long' : 'headers-too-large'
  },
  async HPE_INVALID_METHOD(error, socket) {
    const start = startOfLine(error)
    if (!REQUEST_LINE_START.test(start.toString('latin1'))) return 'bad-request'
    return REQUEST_LINE.test(await lineFrom(socket, start)) ? 'not-implemented' : 'bad-request'
  },
}

/** Matches the end of a request line, or an unfinished line with no space but the one after the method. */
const LONG_TARGET = / HTTP\/1\.[01]\r$|^(?:[A-Z]+ )?\S*$/

const REQUEST_LINE_START = /^[!#$%&'*+.^_`|~\w-]+(?:$| )/

/** Matches a request line: a method in the form of a token, and a target after it. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r$/

/** Returns the handler that answers data which is no request with a problem, and closes the connection. */
export function respondToBrokenRequests(gateway: ServerGateway) {
  // After its first error the parser reports another one for all data that follows.
  const broken = new WeakSet<Socket>()
  return async (error: ParserError, socket: Socket): Promise<void> => {
    if (broken.has(socket)) return
    broken.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else await refuse(socket, new Problem(await problemCode(error, socket)), gateway, begunIn(error))
  }
}

/** Answers CONNECT, which Node keeps from the router, with `not-implemented`. Over HTTP/2 CONNECT comes with a response to write, like any request. */
export function refuseTunnels(server: Server, gateway: ServerGateway): void {
  server.on('connect', (request, socket) => {
    if (request.httpVersionMajor === 2) server.emit('request', request, socket)
    else void refuse(socket as Socket, new Problem('not-implemented'), gateway, request)
  })
}

async function problemCode(error: ParserError, socket: Socket): Promise<ErrorCode> {
  const { code = '' } = error
  return BY_LINE[code]?.(error, socket) ?? PARSER_PROBLEMS[code] ?? 'bad-request'
}

/** Time for a client to close its side of the connection after a refusal, in milliseconds. */
const CLOSING_TIME = 5_000

/** What is known of a request that is refused; its headers only when its head has arrived whole. */
type KnownRequest = Partial<Pick<IncomingMessage, 'method' | 'url' | 'headers'>>

/**
 * Writes a problem to a socket, counts it against the socket's address, and closes the socket. At a target of the authorization server the problem has the form of
 * OAuth. The response to a HEAD has no body (RFC 9110, section 9.3.2). `known` tells of a request that no answer belongs to: its head is broken, or it asks for a tunnel.
 */
async function refuse(socket: Socket, cause: Problem, gateway: ServerGateway, known: KnownRequest): Promise<void> {
  // Node hands over the socket of a CONNECT without an error listener: a peer that resets it would end the process.
  socket.on('error', () => socket.destroy())
  // Without a turn of the event loop when there is nothing to wait for: the answer to a request whose body is broken would come first.
  for (let before = answerBefore(socket); before; before = answerBefore(socket)) await endOf(before)
  const { method, url = '', headers: sent } = pendingAnswer(socket)?.req ?? known
  const path = pathOf(originForm(url))
  const requestId = requestIdOf(sent?.['x-request-id'])
  const quota = new Headers()
  const problem = await counted(gateway, { ip: socket.remoteAddress ?? '', reply: quota }, cause)
  const isOfOAuth = gateway.hasProvider && isOAuthPath(path)
  const details = problemDetails(problem, { baseUrl: gateway.baseUrl, instance: sent ? path : '/', requestId })
  const body = JSON.stringify(isOfOAuth ? oauthError(problem) : details)
  const headers = {
    ...SECURITY_HEADERS,
    ...((gateway.httpsOnly || socket instanceof TLSSocket) && {
      'strict-transport-security': STRICT_TRANSPORT_SECURITY,
    }),
    date: new Date().toUTCString(),
    'cache-control': 'no-store',
    'content-type': `application/${isOfOAuth ? 'json' : 'problem+json'}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    ...quota.values,
    ...problem.headers,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (!socket.writable || pendingAnswer(socket)?.headersSent) return void socket.destroy()
  socket.end(
    [`HTTP/1.1 ${problem.status} ${problem.kind.title}`, ...lines, '', method === 'HEAD' ? '' : body].join('\r\n'),
  )
  // Data that is not read yet would turn an end at once into a reset, and the client might lose the problem.
  const late = setTimeout(() => socket.destroy(), CLOSING_TIME).unref()
  socket.once('close', () => clearTimeout(late))
}

/** Returns the answer whose turn it is on a socket, if it is to a request that came whole. */
function answerBefore(socket: Socket): ServerResponse | undefined {
  const answer = pendingAnswer(socket)
  return answer?.req.complete && !answer.destroyed ? answer : undefined
}

const endOf = (answer: ServerResponse) => new Promise((resolve) => answer.once('close', resolve))

/** Collects headers for a response that is written without Fastify. */
class Headers {
  readonly values: Record<string, string> = {}

  headers(values: Record<string, string>): void {
    Object.assign(this.values, values)
  }

  hasHeader(name: string): boolean {
    return name in this.values
  }
}

const packetOf = ({ rawPacket }: ParserError) => (Buffer.isBuffer(rawPacket) ? rawPacket : Buffer.alloc(0))

/** Returns the method and the target of the request whose head the parser stopped in, when the last packet has the beginning of that head. */
function begunIn(error: ParserError): KnownRequest {
  const start = error.code === 'HPE_INVALID_METHOD' ? startOfLine(error) : startOfHead(error)
  const { method, url } = /^(?<method>[A-Z]+) (?<url>\S+)/.exec(start.toString('latin1'))?.groups ?? {}
  return { method, url }
}

const HEAD_END = '\r\n\r\n'

/** Returns the last packet from the start of the head that the parser stopped in. A head may be refused at its very end, so an end of a head there is its own. */
function startOfHead(error: ParserError): Buffer {
  const packet = packetOf(error)
  const { bytesParsed = 0 } = error
  const before = packet.lastIndexOf(HEAD_END, Math.max(bytesParsed - HEAD_END.length - 1, 0))
  return before === -1 ? packet : packet.subarray(before + HEAD_END.length)
}

/** Returns the last packet from the start of the line that the parser stopped in. */
function startOfLine(error: ParserError): Buffer {
  const packet = packetOf(error)
  return packet.subarray(packet.subarray(0, error.bytesParsed).lastIndexOf('\n') + 1)
}
