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
 * Whose power a caller must hold beside the scope of an operation: that of something as it is, or as it would be (decisions: Nobody gives,
 * takes over or ends more than they hold). `record` is what a user record gives beyond that user's own records, `user` all that who acts as
 * the user may do.
 */
export type PowerNeeded = `${'record' | 'user' | 'key' | 'client' | 'endpoint' | 'session'} ${'before' | 'after'}`

/** When an operation is to go away, and what to use instead. */
export interface Deprecation {
  /** Since when it should not be used any more, as an ISO date. */
  since: string
  /** From when on it may be gone, as an ISO date. */
  sunset: string
  /** Address of the page that says what to use instead. */
  link: string
}

/** What a caller must hold: a scope; any credential at all; nothing. */
export type RequiredScope = string

/** The cookie that a browser is to send from now on, and until when, as an ISO timestamp. */
export interface SessionCookie {
  value: string
  expires_at: string
}

/** Members of an object, by name. */
export type Shape = z.core.$ZodShape
type NoShape = Record<string, never>

/** Any schema. `z.ZodType` would have the compiler compare all methods of every schema that is given. */
export type AnySchema = z.core.$ZodType

/** What the author of an operation writes down; every transport and document follows from it. */
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
  /** What it does and what to know before calling it. */
  description: string
  /** The scope a caller must hold; `any` takes every credential, `none` needs none. */
  scope: RequiredScope
  /** The scope for what is about another user's record than the caller's own. Default: the same. */
  scopeForOthers?: string
  /** Whose power the caller must hold beside the scope. Default: nobody's. */
  power?: readonly PowerNeeded[]
  /** Path parameters. */
  params?: Params
  /** Query parameters. */
  query?: Query
  /** Members of the request body. A body is strict: unknown members are faults. */
  body?: Body
  /** An example of the whole body, which must validate. */
  example?: z.input<z.ZodObject<Body>>
  /** What a success answers; absent when it has no body. Members it does not declare never leave the service. */
  output?: Output
  /** Status of a success. Default: 200 with an output, else 204. */
  status?: 200 | 201 | 202 | 204
  /** Path of what was made, with members of the output in braces; sent as `Location`. */
  location?: string
  /** Seconds after which to read again, for an output that is not final; sent as `Retry-After`. */
  retryAfter?: (output: z.output<Output>) => number | undefined
  /** What an output tells of work that goes on after the answer. Agents are given it as a task, whose record is read at `location`. Default: none does. */
  work?: (output: z.output<Output>) => Work
  /** The session cookie that a success gives to the browser; null takes it away. REST alone has cookies. */
  cookie?: (output: any) => SessionCookie | null
  /** Errors beside those that every operation of this form can answer with (`errorsOf`). */
  errors?: readonly (ErrorCode | ErrorKind)[]
  /** When it is to go away, as dates (RFC 9745 and RFC 8594), and the page that says what to use instead. */
  deprecated?: Deprecation
  /** What the log calls an attempt at it, allowed or not. Default: it says nothing about security. */
  security?: SecurityEvent
  /** What it does, as far as its form does not tell: mocks of the service do it by that. */
  effect?: EffectSpec
  /** The tool that agents find it as; null keeps it from them. Default: it is none, and they reach it by its name. */
  agent?: AgentTool | null
  /** `Cache-Control` of a success. Default: `private, no-cache`; `no-store` for keys, tokens and secrets. */
  cacheControl?: 'private, no-cache' | 'no-store'
}

/** What an operation's types are: what RPC callers send, what its function gets, what it returns. */
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

/** An operation, whatever its types are. */
export type AnyOperation = Operation<Method, any>
type TypesOf<O extends AnyOperation> = NonNullable<O['~types']>

/** What callers over RPC send to an operation: parameters and body members as one object. */
export type InputOf<O extends AnyOperation> = TypesOf<O>['input']

/** The path and query parameters of an operation, validated. */
export type ParametersOf<O extends AnyOperation> = TypesOf<O>['parameters']

/** What the function of an operation is given: parameters and body members, validated. */
export type ParsedOf<O extends AnyOperation> = TypesOf<O>['parsed']

/** What the function of an operation returns. */
export type OutputOf<O extends AnyOperation> = TypesOf<O>['output']

type Flat<T> = { [K in keyof T]: T[K] }
type WithoutIndex<T> = { [K in keyof T as string extends K ? never : K]: T[K] }
type In<S extends Shape> = WithoutIndex<z.input<z.ZodObject<S>>>
type Out<S extends Shape> = WithoutIndex<z.output<z.ZodObject<S>>>
type OrVoid<T> = keyof T extends never ? void : Flat<T>

/** Describes one operation. Its `name` is given by the resource it belongs to. */
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
    throw new Error(`The operation "${spec.summary}" has no \`path\`. Give it one such as /api/books.`)
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

/** What an operation requires in place of a scope: any credential at all, or nothing. */
export const UNSCOPED: readonly RequiredScope[] = ['any', 'none']

/** Returns whether what an operation requires is a scope, and not `any` or `none`. */
export const isScope = (required: RequiredScope): boolean => !UNSCOPED.includes(required)

/** Returns whether an operation gives the cookie of a session to who has no credential yet. */
export const signsIn = ({ scope, cookie }: Pick<AnyOperation, 'scope' | 'cookie'>): boolean =>
  scope === 'none' && cookie !== undefined

/** Returns whether an operation takes an `Idempotency-Key`, which belongs to its caller. */
export const takesKey = ({ scope, method }: Pick<AnyOperation, 'scope' | 'method'>) =>
  scope !== 'none' && takesIdempotencyKey(method)
