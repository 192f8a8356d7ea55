import type { z } from 'zod'
import { type Collection, listedIn } from './collections.ts'
import { type EffectKind, emittedBy, eventsFor } from './effect-events.ts'
import { isFile } from './file-operation.ts'
import { wholeOf } from './lists.ts'
import type { AnyOperation } from './operation.ts'
import type { Resource } from './resource.ts'
import { unnamed } from './path-template.ts'

/** The effect of an operation on the records of a collection. */
export interface RecordEffect {
  kind: EffectKind
  collection: Collection
  /** The path parameter that names the record. */
  id: string | undefined
  /** The body member that lists the records to make. */
  many: string | undefined
  /** The event that the operation emits. */
  emits: string | undefined
  /** Events that replace `emits`, by the new status of the record. */
  emitsAt: Readonly<Record<string, string>>
  searches: readonly string[]
}

const ON_RECORDS: Partial<Record<AnyOperation['method'], EffectKind>> = {
  GET: 'read',
  PUT: 'replace',
  PATCH: 'change',
  DELETE: 'delete',
}

/**
 * Returns the effect of an operation on the records of a collection, from its method, path and output. When the path fits a record and a record nested in it,
 * the effect is on the nested one. Undefined for other operations, and for records without an identifier.
 */
export function effectOf(
  operation: AnyOperation,
  resource: Resource,
  collections: readonly Collection[],
): RecordEffect | undefined {
  for (const collection of collections.toSorted((one, other) => depthOf(other) - depthOf(one))) {
    const kind = kindOf(operation, collection)
    if (!kind) continue
    const events = eventsFor(collection, resource, collections)
    return { kind, collection, ...pathOf(operation, collection), ...emittedBy(operation, kind, events) }
  }
  return undefined
}

const depthOf = ({ path }: Collection) => path.split('/').length

function kindOf(operation: AnyOperation, { path, record, key }: Collection): EffectKind | undefined {
  const { method, body, output } = operation
  const [own, list] = [unnamed(operation.path), unnamed(path)]
  if (own === list && method === 'GET') return listedIn(output) && 'list'
  if (!(key in record.shape)) return undefined
  if (own === `${list}/{}`) return ON_RECORDS[method]
  if (isFile(operation)) return own.startsWith(`${list}/{}/`) ? 'read' : undefined
  if (method !== 'POST') return undefined
  if (own === list && output && key in ((output as Partial<z.ZodObject>).shape ?? {})) return 'create'
  if (isListOf(output, record) && own.startsWith(`${list}/`) && manyOf(body)) return 'create'
  return own.startsWith(`${list}/{}/`) ? 'act' : undefined
}

function isListOf(output: z.ZodType | undefined, record: z.ZodObject): boolean {
  const listed = listedIn(output)
  return listed !== undefined && wholeOf(listed) === record
}

function pathOf({ path, body, output, effect }: AnyOperation, collection: Collection) {
  const rest = path.split('/').slice(collection.path.split('/').length)
  return {
    id: /^\{(\w+)\}$/.exec(rest[0] ?? '')?.[1],
    many: isListOf(output, collection.record) ? manyOf(body) : undefined,
    searches: effect?.searches ?? [],
  }
}

/** Returns the body member that is a list of objects. Each object becomes a record. */
const manyOf = (body: z.ZodObject | undefined) =>
  Object.entries(body?.shape ?? {}).find(([, member]) => hasObjects(member as z.ZodType))?.[0]

function hasObjects(schema: z.ZodType): boolean {
  const { type, element, innerType } = schema._zod.def as { type: string; element?: z.ZodType; innerType?: z.ZodType }
  if (innerType) return hasObjects(innerType)
  return type === 'array' && isObject(element!)
}

function isObject(schema: z.ZodType): boolean {
  const { type, options = [] } = schema._zod.def as { type: string; options?: z.ZodType[] }
  return type === 'object' || (type === 'union' && options.every(isObject))
}
