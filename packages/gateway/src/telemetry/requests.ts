import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Attributes } from '@roster/core/server'
import { asksForSocket } from '../auth/require-own-page.ts'
import { pathOf } from '../problems/problem.ts'
import type { OpenSpan, SpanTracing } from './span-tracing.ts'
import type { ToldPaths } from './told-paths.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Span of this request; null or absent without one. */
    span?: OpenSpan | null
  }
}

/** The parts that trace requests. */
interface RequestTracing {
  tracing: SpanTracing
  paths: ToldPaths
  /** The origin at which the server receives requests, whatever their Host header says. */
  baseUrl: string
}

/**
 * Traces every request as a span (semantic conventions for HTTP spans), a child of the span in its `traceparent`. Health checks are left out. This function
 * must run before other hooks are added.
 */
export function traceRequests(app: FastifyInstance, { tracing, paths, baseUrl }: RequestTracing): void {
  const server = serverAttributes(baseUrl)
  app.decorateRequest('span', null)

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.quota === 'none') return done()
    const span = tracing.begin({
      name: nameOf(request.method, request.routeOptions.url),
      kind: 'server',
      parent: request.headers['traceparent']?.toString() ?? '',
    })
    request.span = span
    if (span.isRecorded) {
      span.set({ ...server, ...attributesOf(request, paths) })
      endWith(span, request, reply)
    }
    span.within(done)
  })
}

function attributesOf({ method, routeOptions, url, raw }: FastifyRequest, paths: ToldPaths): Attributes {
  const route = routeOptions.url
  return {
    ...methodAttributes(method),
    'url.path': paths.tell(pathOf(url)),
    'network.protocol.version': raw.httpVersion.replace(/\.0$/, ''),
    ...(route !== undefined && { 'http.route': route }),
  }
}

/** Methods that the conventions know; others could be any text. */
const METHODS = new Set(['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'QUERY', 'TRACE'])

const methodAttributes = (method: string): Attributes =>
  METHODS.has(method)
    ? { 'http.request.method': method }
    : { 'http.request.method': '_OTHER', 'http.request.method_original': method }

function nameOf(method: string, route: string | undefined): string {
  const called = METHODS.has(method) ? method : 'HTTP'
  return route === undefined ? called : `${called} ${route}`
}

/** Ends a span when its response closes, also a stream, or when the socket of an upgraded request closes. */
function endWith(span: OpenSpan, { raw: { headers, socket } }: FastifyRequest, { raw }: FastifyReply): void {
  const isUpgrade = asksForSocket(headers)
  const answer = isUpgrade ? socket : raw
  answer.once('close', () => {
    const status = isUpgrade && !raw.headersSent ? 101 : raw.statusCode
    span.set({ 'http.response.status_code': status })
    if (status >= 500) span.failAs(String(status))
    span.end()
  })
}

function serverAttributes(baseUrl: string): Attributes {
  const { hostname, port, protocol } = new URL(baseUrl)
  const scheme = protocol.slice(0, -1)
  const defaultPort = scheme === 'https' ? 443 : 80
  return { 'server.address': hostname, 'server.port': port === '' ? defaultPort : Number(port), 'url.scheme': scheme }
}
