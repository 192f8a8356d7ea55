import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Returns a path without its trailing slashes, or undefined when it has none. Also returns undefined for a path that starts with two slashes or has a
 * backslash: it could lead a browser to another host.
 */
export function withoutTrailingSlash(url: string): string | undefined {
  const [path, query] = split(url)
  if (!path.endsWith('/') || !/^\/[^/\\]/.test(path) || path.includes('\\')) return undefined
  return path.replace(/(?<!\/)\/+$/, '') + query
}

/** Paths of resources: their base path, and their first segments after it. */
export interface ResourcePaths {
  basePath: string
  resources: ReadonlySet<string>
}

/**
 * Returns the path under the base path for a path that names a resource without it, or undefined for any other. Also returns undefined for a path
 * with a backslash: it could lead a browser to another host.
 */
export function withBasePath(url: string, { basePath, resources }: ResourcePaths): string | undefined {
  const [path, query] = split(url)
  const [, first = ''] = path.split('/')
  return basePath !== '' && resources.has(first) && !path.includes('\\')
    ? `${basePath}${path.replace(/(?<!\/)\/+$/, '')}${query}`
    : undefined
}

/** Redirects with 308, which keeps method and body (RFC 9110, section 15.4.9). Answers OPTIONS with 204, as at any path without a route. */
export function redirectPermanently(request: FastifyRequest, reply: FastifyReply, location: string): FastifyReply {
  if (request.method === 'OPTIONS') return reply.code(204).send()
  return reply.code(308).header('location', location).send()
}

function split(url: string): [path: string, query: string] {
  const end = url.indexOf('?')
  return end === -1 ? [url, ''] : [url.slice(0, end), url.slice(end)]
}
