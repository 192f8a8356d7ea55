import type { Performer } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import type { z } from 'zod'

/** A record that agents read by its URI: what an operation with GET answers. */
export interface AgentResource {
  readonly performer: Performer
  /** Its URI, with the parameters of the path in braces (RFC 6570): `roster://users/{user_id}`. */
  readonly template: string
  /** What the parameters of its URI are called, in their order. */
  readonly names: readonly string[]
  /** The parameters of a URI that is one of this template; undefined for any other. */
  parametersIn(uri: string): Record<string, string> | undefined
  /** The URI with these parameters; undefined where one is missing. */
  uriOf(parameters: Readonly<Record<string, unknown>>): string | undefined
}

/**
 * Whether agents read an operation as a resource: a GET that answers with one record, and is a tool of its own or needs an identifier and nothing
 * else.
 */
export function isResource({ method, output, pathNames, agent, parameters: { shape } }: AnyOperation): boolean {
  const isRecord = output?._zod.def.type === 'object' && !('limit' in shape)
  const others = Object.entries(shape).filter(([name]) => !pathNames.includes(name))
  const needsNoMore = others.every(([, schema]) => (schema as z.ZodType).safeParse(undefined).success)
  return method === 'GET' && isRecord && needsNoMore && (Boolean(agent) || pathNames.length === 1)
}

/** The resource that an operation is, under URIs that begin with `root`, such as `roster://`, in place of the base path. */
export function resourceOf(performer: Performer, root: string, basePath: string): AgentResource {
  const own = ownPath(performer.operation.path, basePath)
  const segments = own.split('/')
  return {
    performer,
    template: root + own,
    names: segments.flatMap((segment) => nameIn(segment) ?? []),
    parametersIn(uri) {
      if (!uri.startsWith(root)) return undefined
      const given = uri.slice(root.length).split('/')
      if (given.length !== segments.length) return undefined
      const pairs = segments.map((segment, nth) => pairOf(segment, given[nth]!))
      return pairs.includes(undefined) ? undefined : Object.fromEntries(pairs.flatMap((pair) => pair!))
    },
    uriOf(parameters) {
      const texts = segments.map((segment) => {
        const name = nameIn(segment)
        if (name === undefined) return segment
        const value = parameters[name]
        return typeof value === 'string' ? encodeURIComponent(value) : undefined
      })
      return texts.includes(undefined) ? undefined : root + texts.join('/')
    },
  }
}

/** A path without the base path and the slash at its beginning. */
export const ownPath = (path: string, basePath: string): string =>
  path.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1) : path.slice(1)

/** What a segment of a template is called where it is a parameter. */
const nameIn = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1]

/** What a segment of a URI says of one of the template: the parameter, or nothing; undefined where the two do not fit. */
function pairOf(segment: string, given: string): [] | [[name: string, value: string]] | undefined {
  const name = nameIn(segment)
  if (name === undefined) return segment === given ? [] : undefined
  const value = decoded(given)
  return value === undefined ? undefined : [[name, value]]
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
