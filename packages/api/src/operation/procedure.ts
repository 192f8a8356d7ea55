import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import { requirePower } from '../access/power.ts'
import { requireScope } from '../access/scope.ts'
import type { Signer } from '../crypto/signer.ts'
import type { Context, WebhookServices } from './context.ts'
import type { Access, Power } from '../contract/access.ts'
import { actorOf } from '../contract/actor.ts'
import { type AnyOperation, type InputOf, type OutputOf, type ParametersOf, type ParsedOf } from '../contract/define.ts'
import type { Principal } from '../contract/principal.ts'
import { Problem } from '../contract/problem.ts'
import type { Database } from '../data/database.ts'
import { untilItEnds } from '../data/retry.ts'
import type { Transaction } from '../data/transaction.ts'
import { emit } from '../event-log/emit.ts'
import type { Limits } from './limits.ts'
import { asTRPCError, type Meta, procedure } from './trpc.ts'
import { validated } from '../validation/validation.ts'

/** What the steps of an operation work with. */
export class Action<Input> {
  readonly principal: Principal
  /** Parameters and body members, validated. */
  readonly input: Input
  readonly database: Database
  readonly signer: Signer
  /** Runs an attempt to prove who one is, unless too many have failed. */
  readonly throttled: Context['throttled']
  readonly webhooks: WebhookServices
  readonly limits: Limits
  /** Who may do what. */
  readonly access: Access
  /** The network address that the call comes from. */
  readonly address: string
  /** What the caller's `User-Agent` says, as it was sent. */
  readonly userAgent: string | undefined
  /** The service's own address, without a trailing slash. */
  readonly baseUrl: string
  /** The change this operation makes; committed when its function returns. */
  readonly transaction: Transaction
  /** The time of the request, in milliseconds since the epoch. */
  readonly time: number
  readonly #asked: Power[] | undefined

  constructor(context: Context, principal: Principal, input: Input, transaction = context.database.transaction()) {
    this.principal = principal
    this.input = input
    this.database = context.database
    this.signer = context.signer
    this.throttled = context.throttled
    this.webhooks = context.webhooks
    this.limits = context.limits
    this.access = context.access
    this.address = context.address
    this.userAgent = context.userAgent
    this.baseUrl = context.baseUrl
    this.transaction = transaction
    this.time = context.now()
    this.#asked = context.asked
  }

  /** The time of the request as an ISO timestamp. */
  get now(): string {
    return new Date(this.time).toISOString()
  }

  /**
   * Throws `forbidden` unless the caller holds every one of these powers: those that something has now, and those that it would have
   * afterwards. `subject` names it at the beginning of a sentence, such as `This API key`.
   */
  requirePower(subject: string, ...powers: readonly Power[]): void {
    requirePower(this.principal, subject, ...powers)
    this.#asked?.push(...powers)
  }

  /** Leaves an event of the caller in the log, committed with the change, and returns its identifier. `owner` is the user whose record it is about; null for none. */
  emit(event: string, data: { id: string }, owner: string | null): string {
    return emit(this.transaction, { time: this.time, event, actor: actorOf(this.principal), data, owner })
  }
}

/** How an operation is done. A step throws a `Problem` to stop. */
export interface Steps<O extends AnyOperation, Target> {
  /** Finds the record that the path names, and locks it for a write. It comes before the body is looked at: 404 and 410 win over 422. */
  load?: (action: Action<ParametersOf<O>>) => Promise<Target>
  /** Does the work and returns what the contract's output shows. */
  run: (action: Action<ParsedOf<O>>, target: Target) => OutputOf<O> | Promise<OutputOf<O>>
  /** Constraints of the database that a caller can break, by name, and the problem each one is. */
  conflicts?: Record<string, () => Problem>
}

/** An operation that can be called by any transport. */
export interface Performer {
  readonly operation: AnyOperation
  /**
   * Checks scope, parameters, target, version and body, in this order; runs the operation and commits its change.
   * `parameters` are those of path and query, `body` is the parsed JSON.
   */
  readonly perform: Perform
  /** The same within a transaction of the caller, who commits it. */
  readonly attempt: Attempt
}

type Perform = (context: Context, principal: Principal, parameters: unknown, body: unknown) => Promise<unknown>
type Attempt = (...call: [...Parameters<Perform>, transaction: Transaction]) => Promise<unknown>

/** The tRPC procedure of an operation, which any other transport can call too. */
export type TypedProcedure<O extends AnyOperation> = (O['method'] extends 'GET'
  ? TRPCQueryProcedure<{ input: InputOf<O>; output: OutputOf<O>; meta: unknown }>
  : TRPCMutationProcedure<{ input: InputOf<O>; output: OutputOf<O>; meta: unknown }>) &
  Performer

/**
 * The tRPC procedure of an operation. It validates and authorizes in `perform`, which REST calls without tRPC around it; the procedure
 * itself is one thin resolver.
 */
export function on<O extends AnyOperation, Target = undefined>(
  operation: O,
  steps: Steps<O, Target>,
): TypedProcedure<O> {
  const work: Attempt = async (context, principal, rawParameters, rawBody, transaction) => {
    requireScope(operation, principal)
    const parameters = validated(operation.parameters, rawParameters, 'parameters')
    const target = steps.load && (await steps.load(new Action(context, principal, parameters, transaction)))
    context.precondition?.(target)
    const body = operation.body && validated(operation.body, rawBody, 'body')
    requireVersion(body, target)
    const input = body ? { ...parameters, ...body } : parameters
    return steps.run(new Action(context, principal, input, transaction), target as Target)
  }

  const commit: Perform = async (context, principal, parameters, body) => {
    const transaction = context.database.transaction()
    try {
      const output = await work(context, principal, parameters, body, transaction)
      await transaction.commit()
      return output
    } catch (error) {
      await transaction.rollback()
      throw conflictOf(error, steps.conflicts)
    }
  }

  const perform: Perform = operation.method === 'GET' ? commit : (...call) => untilItEnds(() => commit(...call))

  const attempt: Attempt = async (...call) => {
    try {
      const output = await work(...call)
      await call[4].flush()
      return output
    } catch (error) {
      throw conflictOf(error, steps.conflicts)
    }
  }

  const resolve = async ({ ctx, getRawInput }: { ctx: Context; getRawInput: () => Promise<unknown> }) => {
    try {
      return shown(operation, await callFlat({ operation, perform }, ctx, await getRawInput()))
    } catch (error) {
      throw asTRPCError(error)
    }
  }

  const built = procedure.meta(metaOf(operation))
  const typed = operation.method === 'GET' ? built.query(resolve as never) : built.mutation(resolve as never)
  return Object.assign(typed, { operation, perform, attempt }) as unknown as TypedProcedure<O>
}

/** Makes a call as RPC does, with one flat input, and tells how it ended. `isCalledRightly` throws for a call that is not to be made. */
export async function callFlat(
  { operation, perform }: Pick<Performer, 'operation' | 'perform'>,
  context: Context,
  input: unknown,
  isCalledRightly = () => {},
): Promise<unknown> {
  let principal: Principal | undefined
  try {
    principal = await context.admit(operation)
    isCalledRightly()
    const output = await perform(context, principal, ...split(operation, input))
    context.tell(operation, { succeeded: true, principal, input, output })
    return output
  } catch (error) {
    context.tell(operation, { succeeded: false, principal, input })
    throw error
  }
}

/** RPC sends one flat object: the members that are no parameters are the body. */
export function split(operation: AnyOperation, input: unknown): [parameters: unknown, body: unknown] {
  if (input === undefined) return [{}, operation.body ? {} : undefined]
  if (!operation.body) return [input, undefined]
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return [{}, input]
  const isParameter = ([name]: [string, unknown]) => Object.hasOwn(operation.parameters.shape, name)
  const members = Object.entries(input)
  const body = members.filter((member) => !isParameter(member))
  return [Object.fromEntries(members.filter(isParameter)), Object.fromEntries(body)]
}

/** What the contract declares of an output. */
function shown(operation: AnyOperation, output: unknown): unknown {
  return operation.output?.parse(output)
}

/** A `version` in a body is a precondition: unlike the record's it is a conflict (the specification's 409). */
function requireVersion(body: Record<string, unknown> | undefined, target: unknown): void {
  if (typeof body?.version !== 'number') return
  const { version } = target as { version: number }
  if (version === body.version) return
  throw new Problem(
    'version-conflict',
    `The record is at version ${version}, and the request is based on version ${body.version}. Read it again and repeat the change.`,
  )
}

function conflictOf(error: unknown, conflicts: Record<string, () => Problem> = {}): unknown {
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  return conflicts[constraint]?.() ?? error
}

/** The mapping to REST in the form of trpc-to-openapi. */
function metaOf(operation: AnyOperation): Meta {
  const { method, name, summary, description } = operation
  const [resource = ''] = name.split('.')
  return {
    openapi: {
      method,
      path: operation.path as `/${string}`,
      operationId: name,
      tags: [resource],
      summary,
      description,
    },
  }
}
