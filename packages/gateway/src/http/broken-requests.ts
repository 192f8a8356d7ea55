import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Writable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { type ErrorCode, errors, Problem, problemDetails } from '@roster/api'
import { newRequestId } from './request-id.ts'
import { SECURITY_HEADERS, STRICT_TRANSPORT_SECURITY } from './security-headers.ts'

type ParserError = Error & { code?: string; rawPacket?: unknown }

/** What Node's HTTP parser says of bytes that are no request, and what that is to a caller. */
const PARSER_PROBLEMS: Record<string, ErrorCode> = {
  HPE_INVALID_METHOD: 'not-implemented',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Answers what never became a request with a problem, and closes the connection. */
export function answerBrokenRequests(baseUrl: string) {
  return (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else refuse(socket, new Problem(problemCode(error)), baseUrl)
  }
}

/** Answers CONNECT, which Node keeps from the router, with `not-implemented`. */
export function refuseTunnels(server: Server, baseUrl: string): void {
  server.on('connect', (_request, socket) => refuse(socket, new Problem('not-implemented'), baseUrl))
}

/** Writes a problem to a socket that no request came from, and closes it. */
function refuse(socket: Writable, problem: Problem, baseUrl: string): void {
  const requestId = newRequestId()
  const body = JSON.stringify(problemDetails(problem, { baseUrl, instance: '/', requestId }))
  const headers = {
    ...SECURITY_HEADERS,
    ...(socket instanceof TLSSocket && { 'strict-transport-security': STRICT_TRANSPORT_SECURITY }),
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${problem.status} ${errors[problem.code].title}`, ...lines, '', body].join('\r\n'))
}

function problemCode({ code = '', rawPacket }: ParserError): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return isLongTarget(rawPacket) ? 'uri-too-long' : 'headers-too-large'
  if (code === 'HPE_INVALID_METHOD' && !isMethod(rawPacket)) return 'bad-request'
  return PARSER_PROBLEMS[code] ?? 'bad-request'
}

/** Whether the overflow came while the request line was still being read. */
const isLongTarget = (packet: unknown) => /^[A-Z]+ \S{8192}/.test(textOf(packet))

/** Whether what the parser did not know is a method by its form: a token, and a target after it. */
const isMethod = (packet: unknown) => /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r\n/.test(textOf(packet))

const textOf = (packet: unknown) => (Buffer.isBuffer(packet) ? packet.toString('latin1') : '')
