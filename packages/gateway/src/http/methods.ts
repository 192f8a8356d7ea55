import { Problem } from '@roster/core/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { METHODS } from './request-line.ts'

/** The methods of each path, recorded while routes are registered. */
export type Taken = ReadonlyMap<string, ReadonlySet<string>>

/** Records every route that is registered from now on. */
export function noteRoutes(app: FastifyInstance): Taken {
  const taken = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = taken.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    taken.set(url, methods)
  })
  return taken
}

/** Name of the hook that Fastify adds to the route for HEAD that it makes of one for GET. */
const HOOK_OF_HEAD = 'headRouteOnSendHandler'

/**
 * Answers HEAD as GET; Node.js leaves out the body. Fastify's own hook for HEAD would give a 304 the length of its body, 0, where the header is the length that
 * a 200 would have (RFC 9110, section 8.6).
 */
export function respondToHead(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [route.onSend ?? []].flat().filter(({ name }) => name !== HOOK_OF_HEAD)
  })
}

/**
 * Answers the methods that the recorded paths do not take: OPTIONS with 204 and the others with 405, each with the exact `Allow` (RFC 9110, section
 * 10.2.1). Every path then answers every method, so a fixed path always wins over one with parameters. Paths with an OPTIONS route of their own are
 * left alone.
 */
export function respondToOtherMethods(app: FastifyInstance, taken: Taken): void {
  for (const [url, methods] of Array.from(taken)) if (!methods.has('OPTIONS')) respondToOthersAt(app, url, methods)
}

/**
 * Answers the methods that one path does not take. `count` counts a request against a quota. Default: that of the credential, as the gateway's own mechanisms
 * know it.
 */
export function respondToOthersAt(
  app: FastifyInstance,
  url: string,
  methods: ReadonlySet<string>,
  count?: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
  const others = [...METHODS].filter((method) => !methods.has(method)) as HTTPMethods[]
  app.route({
    method: others,
    url,
    exposeHeadRoute: false,
    config: { quota: count ? 'caller' : 'credential' },
    // Runs before the body is read, since no code needs the body.
    onRequest: async (request, reply) => {
      const { method } = request
      await count?.(request, reply)
      if (method === 'OPTIONS') return reply.code(204).header('allow', allow).send()
      throw new Problem('method-not-allowed', `This path does not take ${method}. It takes ${allow}.`, {
        headers: { allow },
      })
    },
    handler: async () => {},
  })
}
