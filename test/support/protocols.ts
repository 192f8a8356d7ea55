import { type AnyOperation, isStream, type Resource } from '@roster/api'
import { appRouter, resources } from '@roster/api/app'
import type { Caller } from './caller.ts'

/** What every operation is offered over. */
export const PROTOCOLS = ['REST', 'tRPC'] as const
export type Protocol = (typeof PROTOCOLS)[number]

/** Every operation of the application that answers once, by its procedure name. */
export const operations: ReadonlyMap<string, AnyOperation> = new Map(
  Object.values(resources)
    .flatMap(({ contract }: { contract: Resource }) => Object.values({ ...contract.operations, ...contract.rest }))
    .filter((operation) => !isStream(operation))
    .map((operation) => [operation.name, operation]),
)

/** What an operation is offered over. */
export const protocolsOf = (name: string): readonly Protocol[] =>
  Object.hasOwn(appRouter._def.procedures, name) ? PROTOCOLS : ['REST']

/** Calls an operation by its procedure name with its whole input as one object. */
export type Call = (name: string, input?: object) => Promise<{ status: number; body: any }>

/** A caller over one protocol. Answers have the same form over both: a success over tRPC gets the status of the contract. */
export function over(protocol: Protocol, caller: Caller): Call {
  return protocol === 'REST' ? overRest(caller) : overRpc(caller)
}

function overRest(caller: Caller): Call {
  return async (name, input = {}) => {
    const { request, body } = restRequest(operations.get(name)!, input)
    return answerOf(await caller.rest(request, body))
  }
}

function overRpc(caller: Caller): Call {
  return async (name, input = {}) => {
    const { status, body } = await caller.rpc(name, input)
    return { status: status === 200 ? operations.get(name)!.status : status, body }
  }
}

const answerOf = ({ status, body }: { status: number; body: any }) => ({ status, body })

/** An input as REST sends it: some of it in the path, some in the query, the rest as the body. */
export function restRequest(operation: AnyOperation, input: object): { request: string; body: unknown } {
  const rest = new Map<string, unknown>(Object.entries(input))
  const take = (name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return value
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(take(name)))
  const isQuery = (name: string) => !operation.body || Object.hasOwn(operation.parameters.shape, name)
  const query = new URLSearchParams([...rest.keys()].filter(isQuery).map((name) => [name, take(name)]))
  const request = `${operation.method} ${path}${query.size > 0 ? `?${query.toString()}` : ''}`
  return { request, body: operation.body && Object.fromEntries(rest) }
}

/** A problem without what names the request, which is all that may differ between two callers or protocols. */
export function withoutRequest({ status, body }: { status: number; body: any }) {
  const { instance: _instance, request_id: _requestId, ...problem } = body
  return { status, body: problem }
}

/** The faults of a problem, each as `<field> <code>`. */
export function faultsOf({ body }: { body: any }): string[] {
  return (body.errors ?? []).map((fault: { field: string; code: string }) => `${fault.field} ${fault.code}`)
}
