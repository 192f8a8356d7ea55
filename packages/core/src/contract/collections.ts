import type { z } from 'zod'
import { collectionNames } from './collection-names.ts'
import { examplesIn } from './example.ts'
import { prefixOfId } from './ids.ts'
import { wholeOf } from './lists.ts'
import type { AnyOperation } from './operation.ts'
import { operationsOf, type Resource } from './resource.ts'
import { namesIn, unnamed } from './path-template.ts'

/** A collection of records of one kind, derived from its operations: where they list or read records, and the schema of a record. */
export interface Collection {
  /** The last segment of the path, such as `apiKeys` for `/v1/api-keys`, or more of the path where others end alike. */
  name: string
  /** Path of the list. */
  path: string
  record: z.ZodObject
  /** Noun for one record: that of the resource, else from the name of the schema. */
  noun: string
  /** The member that identifies a record, from the path: `slug` for `/films/{slug}`, `id` for `/films/{film_id}` where records have an `id`. */
  key: string
  /** Prefix of generated identifiers, from the example of `id`, or else of the key; empty when the example is not in the form of the core's identifiers. */
  prefix: string
  /** The member that names the account that owns a record; undefined when the resource does not say. */
  owner: string | undefined
  /** The collection of the record that this one belongs to, and the path parameter that names that record. */
  parent: { of: string; id: string } | undefined
}

const RECORD_PATH = /^(.+)\/\{\w+\}$/

/**
 * Returns the collections of an application, by resource. Where several resources have records at one path, all use the collection whose records have the most
 * members.
 */
export function collectionsOf(resources: readonly Resource[]): Map<Resource, Collection[]> {
  const found = new Map(resources.map((resource) => [resource, ownCollections(resource)]))
  const all = [...found.values()].flat()
  for (const alike of Map.groupBy(all, ({ path }) => unnamed(path)).values())
    for (const collection of alike) Object.assign(collection, fullest(alike))
  const places = [...found].flatMap(([{ name }, own]) => own.map(({ path }) => ({ path, resource: name })))
  const names = collectionNames(places)
  for (const collection of all) collection.name = names.get(unnamed(collection.path))!
  for (const collection of all) collection.parent = parentOf(collection, all)
  return found
}

const fullest = (collections: readonly Collection[]) =>
  collections.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0]!

const sizeOf = ({ record }: Collection) => Object.keys(record.shape).length

/** Returns the collections of one resource. The record's schema is that of a read by identifier; without such a read, that of the pages of the list. */
function ownCollections(resource: Resource): Collection[] {
  const { operations } = resource
  const reads = Object.values(operations).filter(({ method }) => method === 'GET')
  const found = new Map<string, Collection>()
  for (const { path, output } of [...reads].sort((one, other) => Number(isPage(one)) - Number(isPage(other)))) {
    const listed = listedIn(output)
    const record = listed ? wholeOf(listed) : objectOf(output)
    const at = listed ? path : RECORD_PATH.exec(path)?.[1]
    if (record && at !== undefined && !found.has(unnamed(at)))
      found.set(unnamed(at), collectionAt(at, record, resource))
  }
  return [...found.values()]
}

const isPage = ({ output }: AnyOperation) => listedIn(output) !== undefined

function collectionAt(path: string, record: z.ZodObject, resource: Resource): Collection {
  const { noun, owner } = resource
  const key = keyOf(record, parameterAfter(path, resource))
  const [example] = examplesOf((record.shape['id'] ?? record.shape[key]) as z.ZodType | undefined)
  return {
    name: '',
    path,
    record,
    noun: noun ?? nounOf(record.meta()?.id ?? 'record'),
    key,
    prefix: (typeof example === 'string' && prefixOfId(example)) || '',
    owner: owner !== undefined && owner in record.shape ? owner : undefined,
    parent: undefined,
  }
}

/** Returns the parameter that names a record in the paths of operations on one record, or an empty string when there are none. */
function parameterAfter(list: string, resource: Resource): string {
  const below = operationsOf(resource).find(({ path }) => unnamed(path).startsWith(`${unnamed(list)}/{}`))
  return (below && namesIn(below.path)[namesIn(list).length]) ?? ''
}

/** Returns the member that a path parameter is named after: the longest of `country_code` and `code`, or of `filmId` and `id`, that records have. */
function keyOf({ shape }: z.ZodObject, parameter: string): string {
  const starts = [...parameter.matchAll(/(?<=_)\w|[A-Z]/g)].map(({ index }) => index)
  const ends = starts.map((at) => parameter.charAt(at).toLowerCase() + parameter.slice(at + 1))
  const others = ['id', ...Object.keys(shape).filter((name) => name.endsWith('_id'))]
  return [parameter, ...ends, ...others].find((name) => name in shape) ?? 'id'
}

/** Returns the noun for a schema name: `WebhookEndpoint` is a webhook endpoint. */
export function nounOf(schema: string): string {
  const words = schema.replace(/^Selected/, '').replaceAll(/(?<=.)[A-Z]/g, ' $&')
  return words.toLowerCase()
}

/** Returns the examples of a schema, or of the schema that it wraps. */
function examplesOf(schema: z.ZodType | undefined): readonly unknown[] {
  if (!schema) return []
  const { innerType } = schema._zod.def as { innerType?: z.ZodType }
  const own = examplesIn(schema)
  return own.length > 0 ? own : examplesOf(innerType)
}

function parentOf({ path }: Collection, all: readonly Collection[]): Collection['parent'] {
  const [, above, id] = /^(.+)\/\{(\w+)\}\/[^/{]+$/.exec(path) ?? []
  const parent = above === undefined ? undefined : all.find((other) => unnamed(other.path) === unnamed(above))
  return parent && { of: parent.name, id: id! }
}

/** Returns the record schema of a page of records; undefined for any other output. */
export function listedIn(output: z.ZodType | undefined): z.ZodObject | undefined {
  const options = (output as Partial<z.ZodUnion<z.ZodObject[]>> | undefined)?.options ?? [output]
  const data = objectOf(options[0])?.shape['data'] as Partial<z.ZodArray> | undefined
  return objectOf(data?.element)
}

function objectOf(schema: unknown): z.ZodObject | undefined {
  return (schema as Partial<z.ZodObject> | undefined)?.shape === undefined ? undefined : (schema as z.ZodObject)
}
