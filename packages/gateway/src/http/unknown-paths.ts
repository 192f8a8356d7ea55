import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import type { Taken } from './methods.ts'
import { redirectPermanently, type ResourcePaths, withBasePath, withoutTrailingSlash } from './redirects.ts'

/**
 * Answers requests for paths without a route, whatever their body is: 308 when the base path is missing or the path ends with a slash, else 404.
 * `taken` are the paths with a route.
 */
export function respondToUnknownPaths(
  app: FastifyInstance,
  taken: Taken,
  { baseUrl, ...paths }: ResourcePaths & { baseUrl: string },
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined
    const shorter = withoutTrailingSlash(request.url)
    const isTaken = shorter !== undefined && taken.has(shorter.split('?', 1)[0]!)
    const location = (isTaken ? undefined : withBasePath(request.url, paths)) ?? shorter
    if (location !== undefined) return redirectPermanently(request, reply, baseUrl + location)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new Problem('not-found', `There is nothing at this path. Paths are listed at ${baseUrl}/docs.`)
  })
}
