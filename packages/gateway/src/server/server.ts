import type { Performer } from '@roster/core'
import { coreErrors } from '@roster/core/contract'
import Fastify, { type FastifyInstance } from 'fastify'
import { serveResourceMetadata } from '../auth/protected-resource.ts'
import { readBodies } from '../http/body.ts'
import { commonHeaders } from '../http/common-headers.ts'
import { noteRoutes, respondToHead, respondToOtherMethods } from '../http/methods.ts'
import { serveTexts } from '../http/static-text.ts'
import { respondToUnknownPaths } from '../http/unknown-paths.ts'
import { atEnd } from '../logs/request-end.ts'
import { MCP_PATH } from '../mcp/path.ts'
import { documentTexts } from '../openapi/serve.ts'
import { exampleAddressesOf } from '../operations/example-addresses.ts'
import { performersOf, plainProceduresOf } from '../operations/performers.ts'
import { serveErrorPages } from '../pages/errors.ts'
import { serveFiles } from '../rest/files.ts'
import { servePlainProcedures } from '../rest/plain-procedure.ts'
import { serveRest } from '../rest/rest.ts'
import { serveRpc } from '../rpc/rpc.ts'
import { handleEveryRequest } from './every-request.ts'
import { type Begin, fastifyOptions } from './fastify-options.ts'
import { gatewayOf, type ServerGateway } from './gateway.ts'
import { serveHealth } from './health.ts'
import { serveOptionalParts } from './optional-parts.ts'
import type { GatewayOptions } from './options.ts'
import { whetherAnswering } from './whether-answering.ts'

/** Builds the Fastify server of a gateway, with everything registered. It does not listen. */
export async function buildServer(options: GatewayOptions): Promise<FastifyInstance> {
  const { router, rest = [], files = [], allowsOrigin = () => false, isReady } = options
  const gateway = gatewayOf(options)
  const performers = performersOf(router)
  const overRest = [...performers, ...rest]
  const putCommonHeaders = commonHeaders(allowsOrigin)
  const begin: Begin = (request, reply) => {
    putCommonHeaders(request, reply)
    atEnd(gateway.ends, request, reply)
  }
  const app = Fastify(fastifyOptions(options, begin, gateway))
  const routes = noteRoutes(app)
  respondToHead(app)

  options.traceRequests?.(app, Object.keys(router._def.procedures))
  await handleEveryRequest(app, options, gateway, begin)
  respondToUnknownPaths(app, routes, { ...gateway, resources: firstSegments(gateway.basePath, overRest) })
  readBodies(app)
  serveRest(app, overRest, gateway)
  servePlainProcedures(app, plainProceduresOf(router), gateway)
  serveFiles(app, files, gateway)
  serveRpc(app, router, performers, gateway)
  await serveOptionalParts(app, options, gateway, performers)
  serveHealth(app, isReady ?? whetherAnswering(gateway.services.database))
  serveWhatIsSaid(app, options, gateway, overRest)
  await app.after()
  respondToOtherMethods(app, routes)
  return app
}

/** Serves the texts about the service: metadata, error pages, the OpenAPI document and the texts of the application. */
function serveWhatIsSaid(
  app: FastifyInstance,
  options: GatewayOptions,
  { naming, baseUrl, services: { access } }: ServerGateway,
  overRest: readonly Performer[],
): void {
  const { mechanisms = [], issuer = baseUrl, agents, errors = coreErrors, texts = [], realtime } = options
  const tickets = realtime?.redeemTicket ? (['ticket'] as const) : []
  const schemes = [...mechanisms.flatMap((mechanism) => mechanism.schemes ?? []), ...tickets]
  const resource = { naming, baseUrl, issuer, access }
  if (schemes.includes('bearer')) serveResourceMetadata(app, resource)
  if (agents) serveResourceMetadata(app, { ...resource, path: MCP_PATH })
  serveErrorPages(app, errors, { naming, baseUrl }, exampleAddressesOf(overRest.map(operationIn), baseUrl))
  serveTexts(app, [...documentTexts({ ...options, naming, access, schemes }), ...texts])
  app.get('/', (_request, reply) => reply.redirect(`${baseUrl}/docs`, 302))
}

const operationIn = ({ operation }: Performer) => operation

/** Returns the first segments of paths after the base path: the names of resources. */
function firstSegments(basePath: string, performers: readonly Performer[]): ReadonlySet<string> {
  const paths = performers.map(({ operation: { path } }) => path).filter((path) => path.startsWith(`${basePath}/`))
  return new Set(paths.map((path) => path.slice(basePath.length).split('/')[1]!))
}
