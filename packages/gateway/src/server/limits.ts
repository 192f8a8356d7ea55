import { constants, type Http2ServerRequest, type ServerHttp2Stream } from 'node:http2'
import { Problem } from '@roster/core/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { respondToFailure } from '../context/failure.ts'
import type { Gateway } from '../context/request-context.ts'
import { MAX_HEAD } from '../http/request-line.ts'

/**
 * Limits of requests: the time for the head and for the whole request to arrive, and Node's interval of checks, in milliseconds; the maximum size of
 * the head, in bytes. The number of headers has no limit of its own, since no more fit into a head of this size: by default Node.js leaves out the last of many,
 * or resets a stream over HTTP/2.
 */
export const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: MAX_HEAD,
  maxHeadersCount: 0,
  maxHeaderListPairs: MAX_HEAD,
  requireHostHeader: false,
}

/** Applies the limits to a server, also those that were given as options of it, and to requests over HTTP/2, for which Node.js has no limits of time. */
export function limitRequests(app: FastifyInstance, isOverTls: boolean, gateway: Gateway): void {
  // The number of headers is an option in no Node.js, and Node.js 22 takes none of the others for a TLS server. The interval of checks is read when the server
  // begins to listen.
  Object.assign(app.server, LIMITS, { keepAliveTimeout: app.initialConfig.keepAliveTimeout })
  if (!isOverTls) return
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.httpVersionMajor === 2) limitArrival(request, reply, app.server.requestTimeout, gateway)
    done()
  })
}

/**
 * Answers `request-timeout` to a request over HTTP/2 that has not arrived in time, and closes its stream when a response is under way. Also closes the stream
 * after a response that did not wait for the whole request: nobody reads the rest.
 */
function limitArrival(request: FastifyRequest, reply: FastifyReply, limit: number, gateway: Gateway): void {
  // Fastify's types know HTTP/1.1 here.
  const { stream } = request.raw as unknown as Http2ServerRequest
  if (stream.endAfterHeaders) return
  // When the end of the response is on its way.
  stream.once('finish', () => setImmediate(() => isArriving(stream) && stream.close()))
  const timer = setTimeout(() => {
    if (!isArriving(stream)) return
    if (reply.sent || stream.headersSent) return stream.close(constants.NGHTTP2_CANCEL)
    void respondToFailure(new Problem('request-timeout'), request, reply, gateway)
  }, limit)
  timer.unref()
  stream.once('close', () => clearTimeout(timer))
}

/** Whether the client has not sent the end of its request yet. */
const isArriving = ({ state: { state } }: ServerHttp2Stream) =>
  state === constants.NGHTTP2_STREAM_STATE_OPEN || state === constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_LOCAL
