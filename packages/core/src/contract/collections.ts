import type { z } from 'zod'
import { collectionNames } from './collection-names.ts'
import { examplesIn } from './example.ts'
import { prefixOfId } from './ids.ts'
import { wholeOf } from './lists.ts'
import type { AnyOperation } from './operation.ts'
import { operationsOf, type Resource } from './resource.ts'
import { namesIn, unnamed } from './path-template.ts'

/** Records of one kind, as the operations on them show: where they are listed or read, and what they are made of. */
export interface Collection {
  /** The last segment of its path, such as `apiKeys` for `/v1/api-keys`, or more of it where others end alike. */
  name: string
  /** Path of the list. */
  path: string
  record: z.ZodObject
  /** What one is called, by the name of its schema. */
  noun: string
  /** The member that identifies one, as the path says: `slug` for `/films/{slug}`, `id` for `/films/{film_id}` where records have that. */
  key: string
  /** What identifiers begin with that the service makes, `id` or else the key, as in the example; empty where they are not in the form of ours. */
  prefix: string
  /** The member that names the account that a record belongs to, where the resource says it. */
  owner: string | undefined
  /** The collection of what a record belongs to, and the parameter of the path that names that. */
  parent: { of: string; id: string } | undefined
}

const RECORD_PATH = /^(.+)\/\{\w+\}$/

/** Returns the collections of an application, those of each resource by themselves. Where several resources have records at one path, these are the fullest of them. */
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

/** What is read by an identifier has its record there; what is only listed has it in the pages. */
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

/** The parameter that names a record, in the paths of operations on one; empty where there are none. */
function parameterAfter(list: string, resource: Resource): string {
  const below = operationsOf(resource).find(({ path }) => unnamed(path).startsWith(`${unnamed(list)}/{}`))
  return (below && namesIn(below.path)[namesIn(list).length]) ?? ''
}

/** The member that a parameter is called after: the longest of `country_code` and `code`, of `filmId` and `id`, that records have. */
function keyOf({ shape }: z.ZodObject, parameter: string): string {
  const starts = [...parameter.matchAll(/(?<=_)\w|[A-Z]/g)].map(({ index }) => index)
  const ends = starts.map((at) => parameter.charAt(at).toLowerCase() + parameter.slice(at + 1))
  const others = ['id', ...Object.keys(shape).filter((name) => name.endsWith('_id'))]
  return [parameter, ...ends, ...others].find((name) => name in shape) ?? 'id'
}

/** `WebhookEndpoint` is a webhook endpoint. */
export function nounOf(schema: string): string {
  const words = schema.replace(/^Selected/, '').replaceAll(/(?<=.)[A-Z]/g, ' $&')
  return words.toLowerCase()
}

/** The examples of a schema, or of what it makes optional. */
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

/** The record of which an output is a page. */
export function listedIn(output: z.ZodType | undefined): z.ZodObject | undefined {
  const options = (output as Partial<z.ZodUnion<z.ZodObject[]>> | undefined)?.options ?? [output]
  const data = objectOf(options[0])?.shape['data'] as Partial<z.ZodArray> | undefined
  return objectOf(data?.element)
}

function objectOf(schema: unknown): z.ZodObject | undefined {
  return (schema as Partial<z.ZodObject> | undefined)?.shape === undefined ? undefined : (schema as z.ZodObject)
}
