import type { Performer } from '@roster/core'
import type { Naming } from '@roster/core/contract'
import type { Entry } from '@roster/core/server'
import type { Resource as ResourceDescription, ResourceTemplateType } from '@modelcontextprotocol/server'
import { type AgentResource, isResource, ownPath, resourceOf } from './resource.ts'

/** A resource of the contract that declares events. */
export interface EventSource {
  name: string
  events: object
}

/** The records of an application that agents read by URIs. */
export interface AgentResources {
  /** Resources with a fixed URI. */
  readonly list: readonly ResourceDescription[]
  /** Resources whose URIs have parameters. */
  readonly templates: readonly ResourceTemplateType[]
  /** Returns the resource at a URI, with the input of its operation; undefined when there is none. */
  find(uri: string): FoundResource | undefined
  /** Returns the URI of the resource at a path; undefined when there is none. */
  uriAt(path: string): string | undefined
  /** Returns the template of the resource at a path, whatever its parameters are called; undefined when there is none. */
  templateAt(path: string): string | undefined
  /** Whether events report changes of the resource at this URI. */
  isFollowed(uri: string): boolean
  /** Returns the URIs of the records that an event is about. */
  changedBy(entry: Pick<Entry, 'event' | 'data'>): string[]
}

interface FoundResource extends AgentResource {
  input: Record<string, string>
}

const JSON_TYPE = 'application/json'

/** Returns the resources among the operations of an application. Their URIs begin with the application's name: `roster://users/{user_id}`. */
export function resourcesOf(
  performers: readonly Performer[],
  { slug }: Naming,
  basePath: string,
  sources: readonly EventSource[],
): AgentResources {
  // A scheme has no underscore (RFC 3986, section 3.1).
  const root = `${slug.replaceAll('_', '-')}://`
  const all = performers
    .filter(({ operation }) => isResource(operation))
    .map((performer) => resourceOf(performer, root, basePath))
  // Fixed segments win over parameters, as in paths.
  const byWords = all.toSorted((one, other) => one.names.length - other.names.length)
  const isTemplate = ({ names }: AgentResource) => names.length > 0
  const byEvent = resourcesByEvent(all.filter(isTemplate), sources)
  const followed = new Set([...byEvent.values()].flat().map(({ template }) => template))

  function find(uri: string): FoundResource | undefined {
    for (const resource of byWords) {
      const input = resource.parametersIn(uri)
      if (input) return { ...resource, input }
    }
    return undefined
  }

  return {
    list: all.filter((one) => !isTemplate(one)).map((one) => Object.assign({ uri: one.template }, described(one))),
    templates: all.filter(isTemplate).map((one) => Object.assign({ uriTemplate: one.template }, described(one))),
    find,
    uriAt(path) {
      const uri = root + ownPath(path, basePath)
      return find(uri) && uri
    },
    templateAt: (path) => find(root + ownPath(path, basePath))?.template,
    isFollowed: (uri) => followed.has(find(uri)?.template ?? ''),
    changedBy({ event, data }) {
      const uris = byEvent.get(event)?.map((resource) => resource.uriOf(parametersIn(resource, data)))
      return uris?.filter((uri) => uri !== undefined) ?? []
    },
  }
}

/** Describes a resource by the name and texts of its operation. */
function described({ performer: { operation } }: AgentResource) {
  const { name, summary, description, agent } = operation
  return { name, title: summary, description: agent?.description ?? description, mimeType: JSON_TYPE }
}

/** Returns the records that an event changes, by event name: those of the contract resource that declares the event. */
function resourcesByEvent(records: readonly AgentResource[], sources: readonly EventSource[]) {
  const pairs = sources.flatMap(({ name, events }) => {
    const own = records.filter(({ performer }) => performer.operation.name.startsWith(`${name}.`))
    return own.length === 0 ? [] : Object.keys(events).map((event) => [event, own] as const)
  })
  return new Map(pairs)
}

/** Returns the URI parameters of an event's record: the last is the record's `id`, the others are members of the record. */
function parametersIn({ names }: AgentResource, data: { id: string }): Record<string, unknown> {
  return { ...data, [names.at(-1)!]: data.id }
}
