import type { AnyOperation, Resource } from '@roster/api'
import type { Application } from '../application.ts'
import type { z } from 'zod'
import type { Members, Operation } from '@roster/sdk/testing'
import { mockMembers } from './mock-schema.ts'
import { inOperation } from './refusal.ts'
import { operationsOf } from '../client/operation.ts'

interface Output {
  meta: () => { id?: string; examples?: unknown[] } | undefined
  _zod: { def: Record<string, any> }
}

/** The operations of a resource as the mock knows them. */
export const mockOperations = (resource: Resource): Operation[] =>
  operationsOf(resource).map((operation) => inOperation(operation.name, () => mockOperation(operation)))

function mockOperation(operation: AnyOperation): Operation {
  const { name, method, path, scope, status, cacheControl, location, retryAfter, cookie, parameters, body } = operation
  const output = operation.output as unknown as Output | undefined
  const id = output?.meta()?.id
  return {
    name,
    method,
    path,
    scope: scope as Operation['scope'],
    status,
    cacheControl,
    ...(location !== undefined && { location }),
    ...(retryAfter && { retryAfter: waits(retryAfter) }),
    ...(cookie && { setsCookie: true }),
    ...(id !== undefined && { record: id }),
    parameters: mockMembers(parameters.shape),
    ...(body && { body: mockMembers(body.shape) }),
    ...(output && { answer: exampleOf(output) }),
    ...('media' in operation && { media: operation.media as Record<string, string> }),
  }
}

/** Seconds after which to read again, by the status of the record. */
function waits(retryAfter: NonNullable<AnyOperation['retryAfter']>): Record<string, number> {
  const statuses = ['pending', 'running', 'succeeded', 'failed']
  return Object.fromEntries(statuses.map((status) => [status, retryAfter({ status })]).filter(([, wait]) => wait))
}

/** The example that the contract gives, or one made of the examples of its parts. What holds itself has nothing within it. */
function exampleOf(schema: Output, around: readonly Output[] = []): unknown {
  const [example] = schema.meta()?.examples ?? []
  if (example !== undefined) return example
  if (around.includes(schema)) return null
  const within = (part: Output) => exampleOf(part, [...around, schema])
  const { type, shape, element, innerType, options, values } = schema._zod.def
  if (type === 'object')
    return Object.fromEntries(Object.entries<Output>(shape).map(([name, member]) => [name, within(member)]))
  if (type === 'array') return around.includes(element) ? [] : [within(element)]
  if (type === 'union') return within(options.at(-1))
  if (type === 'literal') return values[0]
  return innerType ? within(innerType) : null
}

/** What each event carries in the examples of the contract, by its name. */
export function mockEvents(resources: readonly Resource[]): Record<string, unknown> {
  const events = resources.flatMap((resource) => Object.entries(resource.events))
  return Object.fromEntries(events.map(([name, { data }]) => [name, exampleOf(data as unknown as Output)]))
}

/** What reading the record of each event takes, by its name. */
export function mockEventScopes(resources: readonly Resource[]): Record<string, string | undefined> {
  const scopes = resources.flatMap(({ events, readScope }) => Object.keys(events).map((name) => [name, readScope]))
  return Object.fromEntries(scopes) as Record<string, string | undefined>
}

/** What clients say over `/ws`: the members of each message beside its type. */
export function mockMessages(union: z.ZodDiscriminatedUnion): Record<string, Members> {
  const shapes = (union.options as z.ZodObject[]).map(({ shape }) => shape)
  return Object.fromEntries(shapes.map(({ type, ...members }) => [(type as z.ZodLiteral).value, mockMembers(members)]))
}

/** Status, title and description of each error. */
export function mockErrors(
  errors: Application['errors'],
): Record<string, [status: number, title: string, description: string]> {
  const entries = Object.entries(errors)
  return Object.fromEntries(
    entries.map(([code, { status, title, description }]) => [code, [status, title, description]]),
  )
}
