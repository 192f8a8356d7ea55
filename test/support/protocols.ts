import { type AnyOperation, isStream, type Resource } from '@roster/core/contract'
import { application as roster } from '@roster/api'
import type { Application } from '@roster/core'
import type { Caller } from './caller.ts'

/** The protocols that offer operations. */
export const PROTOCOLS = ['REST', 'tRPC'] as const
export type Protocol = (typeof PROTOCOLS)[number]

type Operations = ReadonlyMap<string, AnyOperation>

const known = new WeakMap<Application, Operations>()

/** Returns every operation of an application that answers once (no streams), by its procedure name. */
export function operationsOf(application: Application): Operations {
  const found = known.get(application) ?? read(application)
  known.set(application, found)
  return found
}

function read({ resources }: Application): Operations {
  const all = Object.values(resources).flatMap(({ contract }: { contract: Resource }) =>
    Object.values({ ...contract.operations, ...contract.rest }),
  )
  return new Map(all.filter((operation) => !isStream(operation)).map((operation) => [operation.name, operation]))
}

/** Every operation of Roster that answers once (no streams), by its procedure name. */
export const operations = operationsOf(roster)

/** Whether there is a procedure of this name. */
export const isProcedure = ({ router }: Pick<Application, 'router'>, name: string): boolean =>
  Object.hasOwn(router._def.procedures, name)

/** Returns the protocols that offer an operation. */
export const protocolsOf = (application: Application, name: string): readonly Protocol[] =>
  isProcedure(application, name) ? PROTOCOLS : ['REST']

/** Calls an operation by its procedure name with its whole input as one object. */
export type Call = (name: string, input?: object) => Promise<{ status: number; body: any }>

/** Returns a function that calls operations over one protocol. Answers have one form: a success over tRPC gets the contract's status. */
export function over(protocol: Protocol, caller: Caller): Call {
  return protocol === 'REST' ? overRest(caller) : overRpc(caller)
}

function overRest(caller: Caller): Call {
  return async (name, input = {}) => {
    const { request, body } = restRequest(operationsOf(caller.application).get(name)!, input)
    return answerOf(await caller.rest(request, body))
  }
}

function overRpc(caller: Caller): Call {
  return async (name, input = {}) => {
    const { status, body } = await caller.rpc(name, input)
    return { status: status === 200 ? operationsOf(caller.application).get(name)!.status : status, body }
  }
}

const answerOf = ({ status, body }: { status: number; body: any }) => ({ status, body })

/** Returns the REST request of an input: path and query parameters in the URL, the other members as the body. */
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

/** Returns a problem without the members that name the request: only they may differ between callers or protocols. */
export function withoutRequest({ status, body }: { status: number; body: any }) {
  const { instance: _instance, request_id: _requestId, ...problem } = body
  return { status, body: problem }
}

/** Returns the faults of a problem, each as `<field> <code>`. */
export function faultsOf({ body }: { body: any }): string[] {
  return (body.errors ?? []).map((fault: { field: string; code: string }) => `${fault.field} ${fault.code}`)
}
