import type { Performer } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import type { z } from 'zod'

/** A record that agents read by its URI: the output of a GET operation. */
export interface AgentResource {
  readonly performer: Performer
  /** URI template with the parameters of the path in braces (RFC 6570): `roster://users/{user_id}`. */
  readonly template: string
  /** Names of the parameters in the URI, in order. */
  readonly names: readonly string[]
  /** Returns the parameters of a URI that matches the template; undefined for any other URI. */
  parametersIn(uri: string): Record<string, string> | undefined
  /** Returns the URI with these parameters; undefined when one is missing. */
  uriOf(parameters: Readonly<Record<string, unknown>>): string | undefined
}

/** Whether agents read an operation as a resource: a GET that returns one record, and that is a tool of its own or needs one identifier and nothing else. */
export function isResource({ method, output, pathNames, agent, parameters: { shape } }: AnyOperation): boolean {
  const isRecord = output?._zod.def.type === 'object' && !('limit' in shape)
  const others = Object.entries(shape).filter(([name]) => !pathNames.includes(name))
  const needsNoMore = others.every(([, schema]) => (schema as z.ZodType).safeParse(undefined).success)
  return method === 'GET' && isRecord && needsNoMore && (Boolean(agent) || pathNames.length === 1)
}

/** Returns the resource of an operation. Its URIs begin with `root`, such as `roster://`, in place of the base path. */
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

/** Returns a path without the base path and the leading slash. */
export const ownPath = (path: string, basePath: string): string =>
  path.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1) : path.slice(1)

/** Returns the name of the parameter in a template segment; undefined for a fixed segment. */
const nameIn = (segment: string): string | undefined => /^\{(\w+)\}$/.exec(segment)?.[1]

/** Matches a URI segment with a template segment. Returns the parameter, or an empty list for a fixed segment; undefined when they do not match. */
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
