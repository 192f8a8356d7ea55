import type { Server } from 'node:http'
import { type FastifyHttpOptions, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { BODY_LIMIT } from '../http/body.ts'
import { respondToBrokenRequests } from './broken-requests.ts'
import { withoutKey } from '../auth/keys-in-query.ts'
import { cutPorts } from '../http/forwarded-addresses.ts'
import { requestIdOf } from '../http/request-id.ts'
import { faultOfHead, MAX_HEAD, METHODS, routableTarget } from '../http/request-line.ts'
import type { ServerGateway } from './gateway.ts'
import { LIMITS } from './limits.ts'
import type { GatewayOptions } from './options.ts'
import { respondInForm } from './respond-in-form.ts'

/** HTTP/2 settings: maximum concurrent requests on one connection. */
const SETTINGS = { maxConcurrentStreams: 100 }

/** Keeps Fastify from taking a method that its router does not know, and that HTTP/2 lets through, for a fault of its own. */
class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    if (!METHODS.has(request.method)) request.log = Object.assign(Object.create(request.log), { warn() {} })
  }
}

/** Turns off Fastify's schema compilers, which take long to load: contracts define input and output, and no route has a schema of Fastify's. */
const WITHOUT_SCHEMAS: NonNullable<FastifyHttpOptions<Server>['schemaController']> = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
}

function refuseSchema(): never {
  throw new Error('Routes have no schema of Fastify: what they take and answer is said by contracts.')
}

/** Called once for each request, before anything else. */
export type Begin = (request: FastifyRequest, reply: FastifyReply) => void

/** Returns Fastify's options: they replace defaults that answer in another form, or accept what must be refused. */
export function fastifyOptions(
  { tls, trustProxy }: GatewayOptions,
  begin: Begin,
  gateway: ServerGateway,
): FastifyHttpOptions<Server> {
  // Fastify's types know a server for each transport; they differ in nothing that is used here.
  const server = (tls ? { http2: true, https: { ...LIMITS, settings: SETTINGS, ...tls } } : { http: LIMITS }) as object
  const respondToBroken = respondToBrokenRequests(gateway)
  return {
    ...server,
    loggerInstance: gateway.logger,
    logController: new RequestLog({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    bodyLimit: BODY_LIMIT,
    requestTimeout: LIMITS.requestTimeout,
    routerOptions: { maxParamLength: MAX_HEAD },
    rewriteUrl(request) {
      cutPorts(request)
      return withoutKey(routableTarget(request))
    },
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : (trustProxy ?? false),
    return503OnClosing: false,
    // A stop has limits of its own.
    pluginTimeout: 0,
    schemaController: WITHOUT_SCHEMAS,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => void respondToBroken(error, socket),
    frameworkErrors: (error, request, reply) => void respondToUnrouted(error, request, reply, begin, gateway),
  }
}

/** Answers a request that the router refused before any hook; over HTTP/2 also one with an unknown method. */
export function respondToUnrouted(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  begin: Begin,
  gateway: ServerGateway,
): Promise<FastifyReply> {
  begin(request, reply)
  return respondInForm(faultOfHead(request) ?? error, request, reply, gateway)
}
