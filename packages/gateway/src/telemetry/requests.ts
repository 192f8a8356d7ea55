import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Attributes } from '@roster/core/server'
import { pathOf } from '../problems/problem.ts'
import { harmlessPath } from './harmless-path.ts'
import type { OpenSpan, SpanTracing } from './span-tracing.ts'

/** Spans of requests that are under way. */
const spans = new WeakMap<FastifyRequest, OpenSpan>()

/**
 * Makes every request a span (semantic conventions for HTTP spans), a child of what its `traceparent` names, but for those that ask how the service is.
 * It is to be told of requests before anything else is.
 */
export function traceRequests(app: FastifyInstance, tracing: SpanTracing, baseUrl: string): void {
  const server = serverAttributes(baseUrl)
  app.decorateRequest('span', null)

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.quota === 'none') return done()
    const { method, routeOptions, headers } = request
    const route = routeOptions.url
    const span = tracing.begin({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      attributes: { ...server, ...requestAttributes(request), ...(route !== undefined && { 'http.route': route }) },
      parent: headers['traceparent']?.toString() ?? '',
    })
    spans.set(request, span)
    request.span = span
    endWith(span, request, reply)
    span.within(done)
  })
  // A body arrives by events of its connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => within(request, done))
  app.addHook('onResponse', (request, _reply, done) => within(request, done))
}

function within(request: FastifyRequest, done: () => void): void {
  const span = spans.get(request)
  if (span) span.within(done)
  else done()
}

/** Ends a span with its answer, be it a stream, or with the socket that a request becomes. */
function endWith(span: OpenSpan, { raw: { headers, socket } }: FastifyRequest, { raw }: FastifyReply): void {
  const isUpgrade = headers.upgrade !== undefined
  const answer = isUpgrade ? socket : raw
  answer.once('close', () => {
    const status = isUpgrade && !raw.headersSent ? 101 : raw.statusCode
    span.set({ 'http.response.status_code': status })
    if (status >= 500) span.failAs(String(status))
    span.end()
  })
}

/** Where requests come to, whatever they call it. */
function serverAttributes(baseUrl: string): Attributes {
  const { hostname, port, protocol } = new URL(baseUrl)
  const scheme = protocol.slice(0, -1)
  const defaultPort = scheme === 'https' ? 443 : 80
  return { 'server.address': hostname, 'server.port': port === '' ? defaultPort : Number(port), 'url.scheme': scheme }
}

const requestAttributes = ({ method, url, raw }: FastifyRequest): Attributes => ({
  'http.request.method': method,
  'url.path': harmlessPath(pathOf(url)),
  'network.protocol.version': raw.httpVersion.replace(/\.0$/, ''),
})
