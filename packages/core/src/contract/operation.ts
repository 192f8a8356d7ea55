import { z } from 'zod'
import type { AgentTool } from './agent.ts'
import type { EffectSpec } from './effect-spec.ts'
import { type ErrorKind, kindOf } from './error-kind.ts'
import type { ErrorCode } from './errors.ts'
import { type Method, takesIdempotencyKey } from './methods.ts'
import type { SecurityEvent } from './security.ts'
import { requireMembers, requireOutput } from './sent-members.ts'
import type { Work } from './work.ts'

/**
 * The power that a caller must hold besides the scope of an operation: that of its target before the change, or after it (decisions: Nobody gives, takes over
 * or ends more than they hold). `record` is what a user record gives beyond the user's own records, `user` all that a caller acting as the user may do, which
 * includes the former: an operation that creates an account together with its password declares `user after`.
 */
export type PowerNeeded = `${'record' | 'user' | 'key' | 'client' | 'endpoint' | 'session'} ${'before' | 'after'}`

/** The dates of an operation's deprecation, and its replacement. */
export interface Deprecation {
  /** Date since which callers should not use the operation any more, such as `2026-11-25` or `2026-11-25T09:30:00Z`. */
  since: string
  /** Date from which the operation may be gone, in the same form. */
  sunset: string
  /** Address of the page that names the replacement. */
  link: string
}

/** What a caller must hold: a scope; `any` for any credential; `none` for nothing. */
export type RequiredScope = string

/** The new session cookie of a browser, and its expiry as an ISO timestamp. */
export interface SessionCookie {
  value: string
  expires_at: string
}

/** Members of an object, by name. */
export type Shape = z.core.$ZodShape
type NoShape = Record<string, never>

/** Any schema. With `z.ZodType` the compiler would compare all methods of every schema. */
export type AnySchema = z.core.$ZodType

/** Definition of an operation. Every transport and document follows from it. */
export interface OperationSpec<
  M extends Method,
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Output extends AnySchema,
> {
  method: M
  /** REST path with `{name}` for each path parameter, such as `/v1/users/{user_id}`. */
  path: string
  /** A few words in the imperative, for lists of operations. */
  summary: string
  /** What the operation does, and what to know before calling it. */
  description: string
  /** Scope that a caller must hold; `any` takes every credential, `none` needs none. */
  scope: RequiredScope
  /** Scope for the records of users other than the caller. Default: the same as `scope`. */
  scopeForOthers?: string
  /** Power that the caller must hold besides the scope. Default: none. */
  power?: readonly PowerNeeded[]
  /** Path parameters. */
  params?: Params
  /** Query parameters. */
  query?: Query
  /** Members of the request body. A body is strict: unknown members are faults. */
  body?: Body
  /** An example of the whole body, which must validate. */
  example?: z.input<z.ZodObject<Body>>
  /** Schema of a successful response; absent when it has no body. Members that it does not declare never leave the service. */
  output?: Output
  /** Status of a success. Default: 200 with an output, else 204. */
  status?: 200 | 201 | 202 | 204
  /** Path of the record that was made, with members of the output in braces; sent as `Location`. */
  location?: string
  /** Returns the seconds after which to read again, for an output that is not final; sent as `Retry-After`. */
  retryAfter?: (output: z.output<Output>) => number | undefined
  /** Returns the work that goes on after the response. Agents get this work as a task, whose record they read at `location`. Default: no work goes on. */
  work?: (output: z.output<Output>) => Work
  /** Returns the session cookie that a success sets in the browser; null removes the cookie. Only REST has cookies. */
  cookie?: (output: any) => SessionCookie | null
  /** Errors beside those that every operation of this form can answer with (`errorsOf`). */
  errors?: readonly (ErrorCode | ErrorKind)[]
  /** Dates of deprecation and removal (RFC 9745 and RFC 8594), and the page that names the replacement. */
  deprecated?: Deprecation
  /** Name of an attempt in the security log, allowed or not. Default: attempts are not logged there. */
  security?: SecurityEvent
  /** Effect of the operation, as far as its form does not tell. Mocks of the service act by it. */
  effect?: EffectSpec
  /** Tool as which agents find the operation; null hides the operation from agents. Default: no tool; agents call the operation by its name. */
  agent?: AgentTool | null
  /** `Cache-Control` of a success. Default: `private, no-cache`; `no-store` for keys, tokens and secrets. */
  cacheControl?: 'private, no-cache' | 'no-store'
}

/** Types of an operation: the input of RPC callers, the input of its function, and its output. */
export interface OperationTypes {
  input: unknown
  /** Path and query parameters, validated. */
  parameters: unknown
  /** Parameters and body members together, validated. */
  parsed: unknown
  output: unknown
}

/** An operation of the contract. */
export interface Operation<M extends Method = Method, Types extends OperationTypes = OperationTypes> {
  /** Procedure name, such as `users.create`; also its `operationId`. */
  name: string
  readonly method: M
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly scope: RequiredScope
  readonly scopeForOthers: RequiredScope
  readonly power: readonly PowerNeeded[]
  readonly status: 200 | 201 | 202 | 204
  readonly location: string | undefined
  readonly retryAfter: ((output: any) => number | undefined) | undefined
  readonly work: ((output: any) => Work) | undefined
  readonly cookie: ((output: any) => SessionCookie | null) | undefined
  readonly cacheControl: 'private, no-cache' | 'no-store'
  readonly deprecated: Deprecation | undefined
  readonly errors: readonly ErrorKind[]
  readonly security: SecurityEvent | undefined
  readonly effect: EffectSpec | undefined
  readonly agent: AgentTool | null | undefined
  readonly pathNames: readonly string[]
  /** Path and query parameters as one strict object; faults in it are 400. */
  readonly parameters: z.ZodObject
  /** The request body; faults in it are 422. Undefined when the operation takes none. */
  readonly body: z.ZodObject | undefined
  readonly example: unknown
  readonly output: z.ZodType | undefined
  readonly '~types'?: Types
}

/** An operation with any types. */
export type AnyOperation = Operation<Method, any>
type TypesOf<O extends AnyOperation> = NonNullable<O['~types']>

/** The input of an operation over RPC: parameters and body members as one object. */
export type InputOf<O extends AnyOperation> = TypesOf<O>['input']

/** The path and query parameters of an operation, validated. */
export type ParametersOf<O extends AnyOperation> = TypesOf<O>['parameters']

/** The input of an operation's function: parameters and body members, validated. */
export type ParsedOf<O extends AnyOperation> = TypesOf<O>['parsed']

/** The output of an operation's function. */
export type OutputOf<O extends AnyOperation> = TypesOf<O>['output']

type Flat<T> = { [K in keyof T]: T[K] }
type WithoutIndex<T> = { [K in keyof T as string extends K ? never : K]: T[K] }
type In<S extends Shape> = WithoutIndex<z.input<z.ZodObject<S>>>
type Out<S extends Shape> = WithoutIndex<z.output<z.ZodObject<S>>>
type OrVoid<T> = keyof T extends never ? void : Flat<T>

/**
 * Describes one operation. The resource sets its `name`. Throws an `Error` when the path is missing, a member or the output has no schema, two members have one
 * name, or `errors` is no list of known kinds. `defineApplication` checks the rest.
 */
export function operation<
  M extends Method,
  Params extends Shape = NoShape,
  Query extends Shape = NoShape,
  Body extends Shape = NoShape,
  Output extends AnySchema = z.ZodVoid,
>(
  spec: OperationSpec<M, Params, Query, Body, Output>,
): Operation<
  M,
  {
    input: OrVoid<In<Params> & In<Query> & In<Body>>
    parameters: Flat<Out<Params> & Out<Query>>
    parsed: Flat<Out<Params> & Out<Query> & Out<Body>>
    output: z.output<Output>
  }
> {
  if (typeof spec.path !== 'string')
    throw new Error(`The operation "${spec.summary}" has no \`path\`. Give it one such as /books.`)
  const place = `${spec.method} ${spec.path}`
  requireMembers(place, spec)
  requireOutput(place, spec.output)
  if (spec.errors !== undefined && !Array.isArray(spec.errors))
    throw new Error(`${place} has \`errors\` that are no list. Write one, such as ['gone'].`)
  const parameters = z.strictObject({ ...spec.params, ...spec.query })
  const body = spec.body && z.strictObject(spec.body)
  return {
    name: '',
    method: spec.method,
    path: spec.path,
    summary: spec.summary,
    description: spec.description,
    scope: spec.scope,
    scopeForOthers: spec.scopeForOthers ?? spec.scope,
    power: spec.power ?? [],
    status: spec.status ?? (spec.output ? 200 : 204),
    location: spec.location,
    retryAfter: spec.retryAfter,
    work: spec.work,
    cookie: spec.cookie,
    cacheControl: spec.cacheControl ?? 'private, no-cache',
    deprecated: spec.deprecated,
    errors: (spec.errors ?? []).map((error) => kindOf(error, place)),
    security: spec.security,
    effect: spec.effect,
    agent: spec.agent,
    pathNames: Object.keys(spec.params ?? {}),
    parameters,
    body,
    example: spec.example,
    output: spec.output as z.ZodType | undefined,
  }
}

/** Requirements that are no scope: any credential at all, or nothing. */
export const UNSCOPED: readonly RequiredScope[] = ['any', 'none']

/** Returns whether a requirement is a scope, and not `any` or `none`. */
export const isScope = (required: RequiredScope): boolean => !UNSCOPED.includes(required)

/** Returns whether an operation gives a session cookie to a caller without a credential. */
export const signsIn = ({ scope, cookie }: Pick<AnyOperation, 'scope' | 'cookie'>): boolean =>
  scope === 'none' && cookie !== undefined

/** Returns whether an operation takes an `Idempotency-Key`, which belongs to its caller. */
export const takesKey = ({ scope, method }: Pick<AnyOperation, 'scope' | 'method'>) =>
  scope !== 'none' && takesIdempotencyKey(method)
