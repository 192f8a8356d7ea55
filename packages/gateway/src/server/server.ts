import type { Database, Performer } from '@roster/core'
import { coreErrors } from '@roster/core/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { authenticator, challengesOf } from '../auth/credentials.ts'
import { serveResourceMetadata } from '../auth/protected-resource.ts'
import { unthrottled } from '../auth/sign-in-throttle.ts'
import { fastifyOptions, respondToUnrouted } from './fastify-options.ts'
import type { GatewayOptions } from './options.ts'
import { serveFiles } from '../rest/files.ts'
import { serveHealth } from './health.ts'
import { readBodies } from '../http/body.ts'
import { refuseTunnels } from './broken-requests.ts'
import { commonHeaders } from '../http/common-headers.ts'
import { handleEarly } from './early.ts'
import { noteRoutes, respondToOtherMethods } from '../http/methods.ts'
import { respondToUnknownPaths } from '../http/unknown-paths.ts'
import { DEFAULT_QUOTAS } from '../http/rate-limit.ts'
import { memoryLimiter } from '../http/rate-limit-stores.ts'
import { createLogger } from '../logs/logger.ts'
import { serveTexts } from '../http/static-text.ts'
import { documentTexts } from '../openapi/serve.ts'
import { refuseOverload } from './overload.ts'
import { serveErrorPages } from '../pages/errors.ts'
import { exampleAddressesOf } from '../operations/example-addresses.ts'
import { performersOf, plainProceduresOf, streamsOf } from '../operations/performers.ts'
import { servePlainProcedures } from '../rest/plain-procedure.ts'
import { respondToFailure } from '../context/failure.ts'
import { Connections } from '../connections/connections.ts'
import { MCP_PATH } from '../mcp/path.ts'
import { logRequests } from '../logs/request-log.ts'
import { serveRest } from '../rest/rest.ts'
import { serveRpc } from '../rpc/rpc.ts'

/** Builds the Fastify server of a gateway, with everything registered. It does not listen. */
export async function buildServer(options: GatewayOptions): Promise<FastifyInstance> {
  const { router, baseUrl, basePath = '', resources = [] } = options
  const eventNames = new Set(resources.flatMap(({ events }) => Object.keys(events)))
  const services = { ...options.services, eventNames }
  const { limiter = memoryLimiter(DEFAULT_QUOTAS), throttle = unthrottled, httpsOnly = false, realtime } = options
  const { mechanisms = [], allowsOrigin = () => false, logger = createLogger('info') } = options
  const { access, naming } = services
  const { isReady = () => answers(services.database) } = options
  const authenticate = authenticator(mechanisms)
  const connections = realtime && new Connections(realtime, authenticate, challengesOf(mechanisms))
  const gateway = {
    authenticate,
    limiter,
    throttle,
    services,
    naming,
    baseUrl,
    basePath,
    httpsOnly,
    logger,
    connections,
  }
  const schemes = mechanisms.flatMap((mechanism) => mechanism.schemes ?? [])
  const putCommonHeaders = commonHeaders(allowsOrigin)
  const performers = performersOf(router)
  const overRest = [...performers, ...(options.rest ?? [])]

  const app = Fastify(fastifyOptions({ ...options, logger }, putCommonHeaders, gateway))
  const routes = noteRoutes(app)
  app.decorateRequest('connection', null)
  app.decorateRequest('principal', null)

  options.traceRequests?.(app, Object.keys(router._def.procedures))
  refuseTunnels(app.server, gateway)
  logRequests(app, logger)
  handleEarly(app, putCommonHeaders, gateway)
  if (options.overload) await refuseOverload(app, options.overload, () => services.database.waiting())
  app.setErrorHandler((error, request, reply) =>
    reply.hasHeader('x-request-id')
      ? respondToFailure(error, request, reply, gateway)
      : respondToUnrouted(error, request, reply, putCommonHeaders, gateway),
  )
  respondToUnknownPaths(app, routes, { baseUrl, basePath, resources: firstSegments(basePath, overRest) })

  // Parts that not every service has are loaded for those that have them.
  if (options.metrics) {
    const { serveMetrics } = await import('../metrics/metrics.ts')
    serveMetrics(app, gateway, options.metrics, connections?.counters)
  }
  readBodies(app)
  serveRest(app, overRest, gateway)
  servePlainProcedures(app, plainProceduresOf(router), gateway)
  serveFiles(app, options.files ?? [], gateway)
  serveRpc(app, router, performers, gateway)
  if (options.provider) {
    const { serveProvider } = await import('../authorization-server/serve.ts')
    serveProvider(app, options.provider, gateway, logger)
  }
  if (realtime && connections) {
    const { serveRealtime } = await import('../realtime/serve.ts')
    serveRealtime(app, router, streamsOf(router), { ...gateway, connections }, realtime)
  }
  serveHealth(app, isReady)
  const resource = { naming, baseUrl, issuer: options.issuer ?? baseUrl, access }
  if (schemes.includes('bearer')) serveResourceMetadata(app, resource)
  if (options.agents) {
    const { serveMcp } = await import('../mcp/serve.ts')
    const { mechanisms: ofAgents, signer } = options.agents
    const asAgents = { ...gateway, authenticate: authenticator(ofAgents) }
    serveMcp(app, performers, resources, asAgents, { allowsOrigin, channels: realtime?.channels, signer })
    serveResourceMetadata(app, { ...resource, path: MCP_PATH })
  }
  serveErrorPages(app, options.errors ?? coreErrors, gateway, exampleAddressesOf(overRest.map(operationIn), baseUrl))
  serveTexts(app, [...documentTexts({ ...options, naming, access, schemes }), ...(options.texts ?? [])])
  app.get('/', (_request, reply) => reply.redirect(`${baseUrl}/docs`, 302))
  await app.after()
  respondToOtherMethods(app, routes)
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

const operationIn = ({ operation }: Performer) => operation

/** What comes first after the base path: the names of resources in paths. */
function firstSegments(basePath: string, performers: readonly Performer[]): ReadonlySet<string> {
  const paths = performers.map(({ operation: { path } }) => path).filter((path) => path.startsWith(`${basePath}/`))
  return new Set(paths.map((path) => path.slice(basePath.length).split('/')[1]!))
}

const answers = (database: Database) =>
  database.query({ text: 'select 1' }).then(
    () => true,
    () => false,
  )
