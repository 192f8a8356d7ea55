import {
  type Access,
  type AccountMembers,
  type AnyOperation,
  type Collection,
  collectionsOf,
  type ErrorKind,
  isPaged,
  isFile,
  isRepresentedBy,
  type Naming,
  type Readers,
  readersOf,
  representationOf,
  type Resource,
} from '@roster/core/contract'
import type { z } from 'zod'
import type * as mock from '@roster/sdk/testing'
import type { EventEntry, MockedApplication } from '@roster/sdk/testing'
import type { Exported } from '../application.ts'
import { exampleOf } from '../schema/example.ts'
import { waitsOf } from '../schema/waits.ts'
import { mockCollection } from './mock-collection.ts'
import { mockEffect } from './mock-effect.ts'
import { mockMembers } from './mock-schema.ts'
import { inOperation } from './refusal.ts'
import { operationsOf } from '../client/operation.ts'

/** An application: everything that its mock depends on. */
export interface MockedSpec {
  /** Names of the application. */
  naming: Naming
  resources: readonly Resource[]
  access: Access
  errors: Readonly<Record<string, ErrorKind>>
  /** Prefix of REST paths. Default: none. */
  basePath?: string | undefined
  /** Schema of the account record. Default: there are no accounts. */
  account?: z.ZodObject | undefined
  /** Members of the account record that have other names in the core. Default: none. */
  accountMembers?: AccountMembers | undefined
  /** The kinds of exports. Default: none. */
  exported?: Exported | undefined
}

/** Returns the contract of an application as data for its mock. */
export function mockedApplication(spec: MockedSpec): MockedApplication {
  const { naming, resources, access, errors, basePath = '', account, accountMembers = {}, exported } = spec
  const collections = collectionsOf(resources)
  const all = [...collections.values()].flat()
  const accounts = account && collectionIn(all, account)
  return {
    name: naming.slug,
    title: naming.title,
    product: naming.product,
    secretPrefixes: naming.secretPrefixes,
    basePath,
    access: mockAccess(access),
    ...(accounts && { accounts: { of: accounts.name, members: accountMembers } }),
    exported: exported ? mockExports(exported, all) : {},
    channels: Object.assign({}, ...resources.map(mockChannels)) as MockedApplication['channels'],
    operations: mockOperations(resources, collections),
    collections: Object.fromEntries(all.map((collection) => [collection.name, mockCollection(collection)])),
    events: Object.assign({}, ...resources.map(mockEvents)) as MockedApplication['events'],
    errors: mockErrors(errors),
  }
}

/** Returns the collection whose records have a schema, or undefined. */
const collectionIn = (all: readonly Collection[], schema: z.ZodObject) =>
  all.find(({ record }) => record === schema || record.meta()?.id === schema.meta()?.id)

/** Returns the kinds of records that are exported. Kinds that no operation reads are not in the mock. */
function mockExports(exported: Exported, all: readonly Collection[]): MockedApplication['exported'] {
  const entries = Object.entries(exported.kinds).flatMap(
    ([kind, { schema, filter, words, scope = exported.scope }]) => {
      const of = collectionIn(all, schema)?.name
      const columns = Object.keys(schema.shape)
      const entry = { columns, filter: mockMembers(filter), name: words.plural, scope }
      return of === undefined ? [] : [[kind, { of, ...entry }] as const]
    },
  )
  return Object.fromEntries(entries)
}

/** Returns the scopes and roles of a policy. The descriptions of scopes are left out: the mock shows them to nobody. */
function mockAccess(access: Access): MockedApplication['access'] {
  const roleOf = (role: string) => ({
    scopes: access.isAdministrator(role) ? ('every' as const) : [...access.scopesOfRole(role)],
    records: access.ownerOf({ role, user_id: null }) === null ? ('all' as const) : ('own' as const),
  })
  const roles = Object.fromEntries(access.roles.map((role) => [role, roleOf(role)]))
  return { scopes: Object.fromEntries(access.scopeNames.map((scope) => [scope, ''])), roles, scopeFor: access.scopeFor }
}

function mockOperations(
  resources: readonly Resource[],
  collections: ReadonlyMap<Resource, Collection[]>,
): mock.Operation[] {
  const all = [...collections.values()].flat()
  const readers = readersOf(resources.flatMap(operationsOf))
  return resources.flatMap((resource) =>
    operationsOf(resource).map((operation) =>
      inOperation(operation.name, () =>
        mockOperation(operation, readers, mockEffect(operation, resource, [...collections.get(resource)!, ...all])),
      ),
    ),
  )
}

function mockOperation(operation: AnyOperation, readers: Readers, effect: mock.Effect | undefined): mock.Operation {
  const { name, method, path, scope, status, cacheControl, location, retryAfter, cookie } = operation
  const { parameters, body, output, power, scopeForOthers, deprecated } = operation
  const reader = representationOf(operation, readers)
  return {
    name,
    method,
    path,
    scope,
    ...(scopeForOthers !== scope && { scopeForOthers }),
    status,
    cacheControl,
    ...(location !== undefined && { location }),
    ...(deprecated && { deprecated }),
    ...(retryAfter && { retryAfter: Object.fromEntries(waitsOf(operation)) }),
    ...(cookie && { setsCookie: true }),
    ...(output && { answers: true }),
    ...(isPaged(operation) && { isPaged: true }),
    ...(reader && { isRead: true }),
    ...(output && isRepresentedBy(operation, reader) && { isRepresentation: true }),
    ...(power.length > 0 && { power }),
    ...(effect && { effect }),
    parameters: mockMembers(parameters.shape),
    ...(body && { body: mockMembers(body.shape) }),
    ...(isFile(operation) && { media: operation.media }),
  }
}

/** Returns the channel of a resource, by the first part of the names of its events. */
const mockChannels = ({ events, channel }: Resource) =>
  Object.fromEntries(Object.keys(events).flatMap((name) => (channel ? [[name.split('.')[0], channel]] : [])))

/** Returns the data of each event in the example of the contract, with the scope and the owner that decide which caller may see the event. */
function mockEvents({ events, readScope, owner }: Resource): Record<string, EventEntry> {
  const entries = Object.entries(events).map(([name, { data }]) => {
    const hasOwner = owner !== undefined && owner in data.shape
    const example = exampleOf(data) as object
    const members = Object.keys(data.shape)
    const entry = {
      example,
      ...(!members.every((member) => member in example) && { members }),
      ...(readScope && { scope: readScope }),
      ...(hasOwner && { owner }),
    }
    return [name, entry] as const
  })
  return Object.fromEntries(entries)
}

/** Returns the messages that clients send over `/ws`: the members of each besides its type. */
export function mockMessages(union: z.ZodDiscriminatedUnion): Record<string, mock.Members> {
  const shapes = (union.options as z.ZodObject[]).map(({ shape }) => shape)
  return Object.fromEntries(shapes.map(({ type, ...members }) => [(type as z.ZodLiteral).value, mockMembers(members)]))
}

/** Returns the status, title and description of each error. */
function mockErrors(errors: MockedSpec['errors']): MockedApplication['errors'] {
  const entries = Object.entries(errors)
  return Object.fromEntries(
    entries.map(([code, { status, title, description }]) => [code, [status, title, description] as const]),
  )
}
