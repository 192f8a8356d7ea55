import type { z } from 'zod'
import { type Collection, listedIn } from './collections.ts'
import { wholeOf } from './lists.ts'
import type { AnyOperation } from './operation.ts'
import type { Resource } from './resource.ts'
import { unnamed } from './path-template.ts'

/** What an operation does to the records of a collection. */
export type EffectKind = 'create' | 'read' | 'list' | 'replace' | 'change' | 'delete' | 'act'

/** What an operation does, and to what. */
export interface RecordEffect {
  kind: EffectKind
  collection: Collection
  /** The parameter in the path that names the record. */
  id: string | undefined
  /** The member of the body that has one record for each to be made. */
  many: string | undefined
  /** The event it emits. */
  emits: string | undefined
  /** Events in its place, by the status that the record gets. */
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
 * What an operation of a resource does to the records of collections, by its method, its path and what it answers. What could be done to a record as well as
 * to one in it is done to that. Undefined for anything else.
 */
export function effectOf(
  operation: AnyOperation,
  resource: Resource,
  collections: readonly Collection[],
): RecordEffect | undefined {
  for (const collection of collections.toSorted((one, other) => depthOf(other) - depthOf(one))) {
    const kind = kindOf(operation, collection)
    if (kind) return { kind, collection, ...pathOf(operation, collection), ...eventsOf(operation, resource, kind) }
  }
  return undefined
}

const depthOf = ({ path }: Collection) => path.split('/').length

function kindOf(operation: AnyOperation, { path, record, key }: Collection): EffectKind | undefined {
  const { method, output } = operation
  const [own, list] = [unnamed(operation.path), unnamed(path)]
  if (own === `${list}/{}`) return ON_RECORDS[method]
  if (own === list && method === 'GET') return 'list'
  if ('media' in operation) return own.startsWith(`${list}/{}/`) ? 'read' : undefined
  if (method !== 'POST') return undefined
  if (own === list && output && key in ((output as Partial<z.ZodObject>).shape ?? {})) return 'create'
  if (isListOf(output, record) && own.startsWith(`${list}/`)) return 'create'
  return own.startsWith(`${list}/{}/`) ? 'act' : undefined
}

function isListOf(output: z.ZodType | undefined, record: z.ZodObject): boolean {
  const listed = listedIn(output)
  return listed !== undefined && wholeOf(listed) === record
}

function pathOf({ path, body, output, effect }: AnyOperation, collection: Collection) {
  const rest = path.split('/').slice(collection.path.split('/').length)
  const [many] = Object.keys(body?.shape ?? {})
  return {
    id: /^\{(\w+)\}$/.exec(rest[0] ?? '')?.[1],
    many: isListOf(output, collection.record) && body ? many : undefined,
    searches: effect?.searches ?? [],
  }
}

const AFTER: Partial<Record<EffectKind, string>> = {
  create: 'created',
  replace: 'updated',
  change: 'updated',
  act: 'updated',
  delete: 'deleted',
}

function eventsOf({ name, effect, output }: AnyOperation, { events }: Resource, kind: EffectKind) {
  const [, verb = ''] = name.split('.')
  const called = (end: string) => Object.keys(events).find((event) => event.split('.')[1] === end)
  const inferred = AFTER[kind] && (called(`${verb}${verb.endsWith('e') ? 'd' : 'ed'}`) ?? called(AFTER[kind]))
  const emits = effect?.emits === undefined ? inferred : (effect.emits ?? undefined)
  const statuses = AFTER[kind] === 'updated' && emits === called('updated') ? statusesOf(output) : []
  const named = statuses.map((status) => [status, called(status)] as const)
  return { emits, emitsAt: Object.fromEntries(named.filter((pair): pair is [string, string] => pair[1] !== undefined)) }
}

/** What the member `status` of a record can be. */
function statusesOf(output: z.ZodType | undefined): string[] {
  const status = (output as Partial<z.ZodObject> | undefined)?.shape?.['status'] as Partial<z.ZodEnum> | undefined
  return (status?.options ?? []) as string[]
}
