import { constants, type Http2ServerRequest, type ServerHttp2Stream } from 'node:http2'
import { Problem } from '@roster/core/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { respondToFailure } from '../context/failure.ts'
import type { Gateway } from '../context/request-context.ts'
import { MAX_HEAD } from '../http/request-line.ts'

/** How long the head of a request may take to arrive and how long the whole, how often Node looks, in milliseconds, and how large the head may be. */
export const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: MAX_HEAD,
  requireHostHeader: false,
}

/** Holds a server of TLS to the limits: that of Node.js 22 takes none from its options, and none has one for HTTP/2. */
export function limitRequests(app: FastifyInstance, gateway: Gateway): void {
  // How often Node looks is read when it begins to listen.
  Object.assign(app.server, LIMITS, { keepAliveTimeout: app.initialConfig.keepAliveTimeout })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.httpVersionMajor === 2) limitArrival(request, reply, app.server.requestTimeout, gateway)
    done()
  })
}

/** Answers a request over HTTP/2 that has not arrived in time; where an answer is under way, its stream is closed. */
function limitArrival(request: FastifyRequest, reply: FastifyReply, limit: number, gateway: Gateway): void {
  // Fastify's types know HTTP/1.1 here.
  const { stream } = request.raw as unknown as Http2ServerRequest
  if (stream.endAfterHeaders) return
  const timer = setTimeout(() => {
    if (!isArriving(stream)) return
    if (reply.sent || stream.headersSent) return stream.close(constants.NGHTTP2_CANCEL)
    // Its end is on its way by then.
    stream.once('finish', () => setImmediate(() => stream.close()))
    void respondToFailure(new Problem('request-timeout'), request, reply, gateway)
  }, limit)
  timer.unref()
  stream.once('close', () => clearTimeout(timer))
}

/** Whether the other side has yet to say that its request is whole. */
const isArriving = ({ state: { state } }: ServerHttp2Stream) =>
  state === constants.NGHTTP2_STREAM_STATE_OPEN || state === constants.NGHTTP2_STREAM_STATE_HALF_CLOSED_LOCAL
