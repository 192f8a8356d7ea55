import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A path without the slashes at its end; undefined when it has none. One that starts with two, or has a back slash, could lead a browser to
 * another host and is left alone.
 */
export function withoutTrailingSlash(url: string): string | undefined {
  const [path, query] = split(url)
  if (!path.endsWith('/') || !/^\/[^/\\]/.test(path) || path.includes('\\')) return undefined
  return path.replace(/(?<!\/)\/+$/, '') + query
}

/** Where resources are: what their paths begin with, and their first segments after that. */
export interface ResourcePaths {
  basePath: string
  resources: ReadonlySet<string>
}

/**
 * The path under the base path, for one that names a resource without it; undefined for any other. A path with a back slash could lead a
 * browser to another host and is left alone.
 */
export function withBasePath(url: string, { basePath, resources }: ResourcePaths): string | undefined {
  const [path, query] = split(url)
  const [, first = ''] = path.split('/')
  return basePath !== '' && resources.has(first) && !path.includes('\\')
    ? `${basePath}${path.replace(/(?<!\/)\/+$/, '')}${query}`
    : undefined
}

/** 308 keeps method and body (RFC 9110, section 15.4.9). OPTIONS is answered here, as of any path with nothing at it. */
export function redirectPermanently(request: FastifyRequest, reply: FastifyReply, location: string): FastifyReply {
  if (request.method === 'OPTIONS') return reply.code(204).send()
  return reply.code(308).header('location', location).send()
}

function split(url: string): [path: string, query: string] {
  const end = url.indexOf('?')
  return end === -1 ? [url, ''] : [url.slice(0, end), url.slice(end)]
}
