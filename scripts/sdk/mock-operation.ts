import {
  type Access,
  type AnyOperation,
  type Collection,
  collectionsOf,
  effectOf,
  type ErrorEntry,
  isRepresentedBy,
  representationOf,
  type Resource,
} from '@roster/api'
import type { z } from 'zod'
import type { EventEntry, MockedApplication } from '../../packages/sdk/src/testing/application.ts'
import type * as mock from '../../packages/sdk/src/testing/operation.ts'
import { mockMembers } from './mock-schema.ts'
import { operationsOf } from './operation.ts'

/** What an application is, for its mock. */
export interface MockedSpec {
  /** The realm of its credentials, and the beginning of its cookies' names. */
  name: string
  resources: readonly Resource[]
  access: Access<string, string>
  errors: Readonly<Record<string, ErrorEntry>>
  /** The collection of those who sign in. Default: nobody does. */
  accounts?: string
  /** The channel of a kind of record, by the first part of its events' names. */
  channels?: Readonly<Record<string, string>>
}

/** What the contract of an application says, as the data that its mock is made of. */
export function mockedApplication({ name, resources, access, accounts, ...spec }: MockedSpec): MockedApplication {
  const collections = collectionsOf(resources)
  const all = [...collections.values()].flat()
  return {
    name,
    access: mockAccess(access),
    ...(accounts !== undefined && { accounts }),
    channels: spec.channels ?? {},
    operations: mockOperations(resources, collections),
    collections: Object.fromEntries(all.map((collection) => [collection.name, mockCollection(collection)])),
    events: Object.assign({}, ...resources.map(mockEvents)) as MockedApplication['events'],
    errors: mockErrors(spec.errors),
  }
}

/** The scopes and roles that a policy was made of. Nobody is shown the words of scopes. */
function mockAccess(access: Access<string, string>): MockedApplication['access'] {
  const roleOf = (role: string) => ({
    scopes: access.isAdministrator(role) ? ('every' as const) : [...access.scopesOf(role)],
    records: access.seesAll({ role, user_id: null }) ? ('all' as const) : ('own' as const),
  })
  const roles = Object.fromEntries(access.roles.map((role) => [role, roleOf(role)]))
  return { scopes: Object.fromEntries(access.scopeNames.map((scope) => [scope, ''])), roles }
}

function mockOperations(
  resources: readonly Resource[],
  collections: ReadonlyMap<Resource, Collection[]>,
): mock.Operation[] {
  const all = resources.flatMap(operationsOf)
  return resources.flatMap((resource) =>
    operationsOf(resource).map((operation) =>
      mockOperation(operation, all, mockEffect(operation, resource, collections.get(resource)!)),
    ),
  )
}

function mockOperation(
  operation: AnyOperation,
  all: readonly AnyOperation[],
  effect: mock.Effect | undefined,
): mock.Operation {
  const { name, method, path, scope, status, cacheControl, location, retryAfter, cookie } = operation
  const { parameters, body, output, power, scopeForOthers } = operation
  const reader = representationOf(operation, all)
  return {
    name,
    method,
    path,
    scope,
    ...(scopeForOthers !== scope && { scopeForOthers }),
    status,
    cacheControl,
    ...(location !== undefined && { location }),
    ...(retryAfter && { retryAfter: waits(retryAfter) }),
    ...(cookie && { setsCookie: true }),
    ...(output && { answers: true }),
    ...(reader && { isRead: true }),
    ...(output && isRepresentedBy(operation, reader) && { isRepresentation: true }),
    ...(power.length > 0 && { power }),
    ...(effect && { effect }),
    parameters: mockMembers(parameters.shape),
    ...(body && { body: mockMembers(body.shape) }),
    ...('media' in operation && { media: operation.media as Record<string, string> }),
  }
}

function mockEffect(
  operation: AnyOperation,
  resource: Resource,
  collections: readonly Collection[],
): mock.Effect | undefined {
  const effect = effectOf(operation, resource, collections)
  if (!effect || 'media' in operation) return undefined
  const { kind, collection, id, many, emits, emitsAt, searches } = effect
  return {
    kind,
    of: collection.name,
    ...(id !== undefined && { id }),
    ...(many !== undefined && { many }),
    ...(emits !== undefined && { emits }),
    ...(Object.keys(emitsAt).length > 0 && { emitsAt }),
    ...(searches.length > 0 && { searches }),
    ...(operation.errors.includes('gone') && { gone: true }),
  }
}

function mockCollection({ record, noun, key, prefix, owner, parent }: Collection): mock.Collection {
  const shape = Object.entries(record.shape) as [string, z.ZodType][]
  const defaults = shape.flatMap(([name, schema]) => defaultOf(name, schema))
  const optional = shape.filter(([, schema]) => schema.safeParse(undefined).success).map(([name]) => name)
  return {
    noun,
    key,
    prefix,
    members: Object.keys(record.shape),
    ...(optional.length > 0 && { optional }),
    defaults: Object.fromEntries(defaults),
    ...(owner !== undefined && { owner }),
    ...(parent && { parent }),
  }
}

/** What a member is that nobody gives: its default, or null where it may be that. */
function defaultOf(name: string, schema: z.ZodType): [name: string, value: unknown][] {
  const { type, innerType, defaultValue } = schema._zod.def as Record<string, any>
  if (type === 'default') return [[name, defaultValue]]
  if (type === 'nullable') return [[name, null]]
  return innerType ? defaultOf(name, innerType) : []
}

/** Seconds after which to read again, by the status of the record. */
function waits(retryAfter: NonNullable<AnyOperation['retryAfter']>): Record<string, number> {
  const statuses = ['pending', 'running', 'succeeded', 'failed']
  return Object.fromEntries(statuses.map((status) => [status, retryAfter({ status })]).filter(([, wait]) => wait))
}

/** What each event carries in the example of the contract, and who may see it. */
function mockEvents({ events, readScope, owner }: Resource): Record<string, EventEntry> {
  const entries = Object.entries(events).map(([name, { data }]) => {
    const hasOwner = owner !== undefined && owner in data.shape
    const entry = {
      example: exampleOf(data) as object,
      ...(readScope && { scope: readScope }),
      ...(hasOwner && { owner }),
    }
    return [name, entry] as const
  })
  return Object.fromEntries(entries)
}

/** The example that the contract gives, or one made of the examples of its parts. */
function exampleOf(schema: z.ZodType): unknown {
  const [example] = schema.meta()?.['examples'] ?? []
  const { shape } = schema as Partial<z.ZodObject>
  if (example !== undefined || !shape) return example ?? null
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, exampleOf(member as z.ZodType)]))
}

/** What clients say over `/ws`: the members of each message beside its type. */
export function mockMessages(union: z.ZodDiscriminatedUnion): Record<string, mock.Members> {
  const shapes = (union.options as z.ZodObject[]).map(({ shape }) => shape)
  return Object.fromEntries(shapes.map(({ type, ...members }) => [(type as z.ZodLiteral).value, mockMembers(members)]))
}

/** Status, title and description of each error. */
function mockErrors(errors: MockedSpec['errors']): MockedApplication['errors'] {
  const entries = Object.entries(errors)
  return Object.fromEntries(
    entries.map(([code, { status, title, description }]) => [code, [status, title, description] as const]),
  )
}
