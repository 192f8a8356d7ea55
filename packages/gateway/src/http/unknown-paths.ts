import { Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import type { Taken } from './methods.ts'
import { redirectPermanently, type ResourcePaths, withBasePath, withoutTrailingSlash } from './redirects.ts'

/**
 * Answers requests for paths that nothing is at, whatever their body is: 308 where the base path is missing or a slash too much, else 404.
 * `taken` are the paths that there are.
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
