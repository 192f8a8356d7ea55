import type { Performer } from '@roster/core'
import type { FastifyInstance } from 'fastify'
import { authenticator } from '../auth/credentials.ts'
import type { Gateway } from '../context/request-context.ts'
import { streamsOf } from '../operations/performers.ts'
import type { GatewayOptions } from './options.ts'

/** A part that not every server has. Its code is loaded only for servers that have it. */
type OptionalPart = (
  app: FastifyInstance,
  options: GatewayOptions,
  gateway: Gateway,
  performers: readonly Performer[],
) => Promise<void>

const metricsPart: OptionalPart = async (app, { metrics }, gateway) => {
  if (!metrics) return
  const { serveMetrics } = await import('../metrics/metrics.ts')
  serveMetrics(app, gateway, metrics, gateway.connections?.counters)
}

const providerPart: OptionalPart = async (app, { provider }, gateway) => {
  if (!provider) return
  const { serveProvider } = await import('../authorization-server/serve.ts')
  serveProvider(app, provider, gateway)
}

const realtimePart: OptionalPart = async (app, { realtime, router }, { connections, ...gateway }) => {
  if (!realtime || !connections) return
  const { serveRealtime } = await import('../realtime/serve.ts')
  serveRealtime(app, router, streamsOf(router), { ...gateway, connections }, realtime)
}

const agentsPart: OptionalPart = async (app, options, gateway, performers) => {
  const { agents, resources = [], allowsOrigin = () => false, realtime } = options
  if (!agents) return
  const { serveMcp } = await import('../mcp/serve.ts')
  const asAgents = { ...gateway, authenticate: authenticator(agents.mechanisms) }
  const beside = { allowsOrigin, channels: realtime?.channels, signer: agents.signer }
  serveMcp(app, performers, resources, asAgents, beside)
}

const PARTS: readonly OptionalPart[] = [metricsPart, providerPart, realtimePart, agentsPart]

/** Serves the parts that the options ask for. */
export async function serveOptionalParts(...served: Parameters<OptionalPart>): Promise<void> {
  for (const serve of PARTS) await serve(...served)
}
