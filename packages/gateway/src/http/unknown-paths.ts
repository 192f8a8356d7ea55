import { Problem } from '@roster/api'
import type { FastifyInstance } from 'fastify'
import { redirectPermanently, withVersion } from './redirects.ts'

/**
 * Answers requests for paths that nothing is at, whatever their body is: 308 where the version is missing, else 404. `resourcePaths` are the
 * first segments after the version.
 */
export function answerUnknownPaths(app: FastifyInstance, resourcePaths: ReadonlySet<string>, baseUrl: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined
    const versioned = withVersion(request.url, resourcePaths)
    if (versioned !== undefined) return redirectPermanently(reply, baseUrl + versioned)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    throw new Problem('not-found', `There is nothing at this path. Paths are listed at ${baseUrl}/docs.`)
  })
}
