import { z } from 'zod'
import { requirePresent } from '../access/presence.ts'
import { holdsScope, requireScopes } from '../access/scope.ts'
import { Action } from './action.ts'
import type { Context } from './context.ts'
import { type AnyOperation, isScope, type OutputOf, type ParametersOf, type ParsedOf } from '../contract/operation.ts'
import type { Principal } from '../contract/principal.ts'
import { coreErrors } from '../contract/error-kind.ts'
import { findable, nulRefused } from './no-nul.ts'
import { inParts, Part } from './part.ts'
import { Problem } from '../contract/problem.ts'
import { type TakenByChance, untilItEnds } from '../data/retry.ts'
import type { Transaction } from '../data/transaction.ts'
import { membersOf } from './sent-object.ts'
import { completerOf } from './completed.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { validated } from '../validation/validation.ts'

/** The steps of an operation. A step throws a `Problem` to stop. */
export interface Steps<O extends AnyOperation, Target, Prepared = undefined> {
  /** Returns scopes that the operation takes besides that of its contract, by its unchecked input. Default: none. */
  scopes?: ScopesOf
  /**
   * Does what may take long, such as resolving a host name, before a transaction begins, so that nothing is locked meanwhile. It is not called where scope,
   * parameters or body are refused. It refuses nothing itself: `run` gets its result, so that 404 and 412 win.
   */
  prepare?: (action: Omit<Action<ParsedOf<O>>, 'transaction' | 'emit'>) => Promise<Prepared>
  /** Finds the record that the path names, and locks it for a write. It runs before the body is validated: 404 and 410 win over 422. */
  load?: (action: Action<ParametersOf<O>>) => Promise<Target>
  /**
   * Does the work and returns the output of the contract. For a change that is too large for one transaction, it returns a `Part` until all is done, and gets
   * the progress of that in place of what was prepared.
   */
  run: (
    action: Action<ParsedOf<O>>,
    target: Target,
    prepared: Prepared,
  ) => Returned<O, Prepared> | Promise<Returned<O, Prepared>>
  /**
   * Problems for the constraints of the database that a caller can break, by the name of the constraint, or by `<table>.<column>` of a not-null column.
   * `TakenByChance` for a value that the operation itself has chosen: the operation is run again.
   */
  conflicts?: Conflicts
}

type Returned<O extends AnyOperation, Progress> = OutputOf<O> | Part<Progress>

type Conflicts = Record<string, () => Problem | TakenByChance>

/** Returns the scopes that a call takes, by its caller and by parameters and body as one object. */
type ScopesOf = (input: Readonly<Record<string, unknown>>, principal: Principal) => readonly string[]

/**
 * Returns every scope that a call takes, each once. `sent` is the unchecked input: one object, or the body and then the parameters, which win over members of
 * the same name.
 */
type ScopesFor = (principal: Principal, ...sent: unknown[]) => readonly string[]

/** An operation that can be called by any transport. */
export interface Performer {
  readonly operation: AnyOperation
  /** Returns the scopes that a call takes. */
  readonly scopesFor: ScopesFor
  /**
   * Checks scope, parameters, target, conditions, body and version, in this order; runs the operation and commits its change.
   * `parameters` are those of path and query, `body` is the parsed JSON.
   */
  readonly perform: Perform
  /**
   * Does what `perform` does, within a transaction that its caller commits. `prepare` runs before the transaction need begin. For a `Part` its caller commits,
   * and calls again in a new transaction with its progress.
   */
  readonly attempt: Attempt
}

type Perform = (context: Context, principal: Principal, parameters: unknown, body: unknown) => Promise<unknown>
type Call = Parameters<Perform>
type Attempt = (...call: Call) => Promise<(transaction: Transaction, progress?: unknown) => Promise<unknown>>

/**
 * Combines an operation with its implementation: checks scope, parameters, target, conditions, body and version in this order, runs the function, and
 * commits its changes. Throws an `Error` when a step is missing.
 */
export function performerOf<O extends AnyOperation, Target, Prepared>(
  operation: O,
  steps: Steps<O, Target, Prepared>,
): Performer {
  requireSteps(operation, steps)
  const scopesFor = scopesOf(operation, steps.scopes)
  const complete = completerOf(operation)

  const work = async (call: Call, transaction: Transaction, prepared: Prepared | undefined) => {
    const [context, principal, rawParameters, rawBody] = call
    const scopes = scopesFor(principal, rawBody, rawParameters)
    requireScopes(operation, principal, scopes)
    context.asked?.push({ scopes: new Set(scopes), owner: principal.owner })
    const parameters = findable(validated(operation.parameters, rawParameters, 'parameters'))
    const target = steps.load && (await steps.load(new Action(context, principal, parameters, transaction)))
    // A read itself reports that its record is gone.
    if (operation.method !== 'GET') requirePresent(principal)
    context.precondition?.(target)
    const schema = bodyOf(operation, rawBody)
    const body = schema && validated(schema, rawBody, 'body')
    requireVersion(operation, body, target)
    const input = body ? { ...parameters, ...body } : parameters
    const action = new Action(context, principal, input, transaction)
    const returned = await steps.run(action, target as Target, prepared as Prepared)
    requirePresent(principal)
    if (returned instanceof Part) return returned
    const output = complete((input as { fields?: unknown }).fields, returned)
    requireReturned(operation, output)
    return output
  }

  /** Returns what is thrown for an error of a call. */
  const refusal = ([, , , rawBody]: Call, error: unknown) =>
    declared(operation, conflictOf(operation, nulRefused(error, rawBody), steps.conflicts))

  const commit = async (call: Call, prepared?: Prepared) => {
    const transaction = call[0].database.transaction()
    try {
      const output = await work(call, transaction, prepared)
      await transaction.commit()
      return output
    } catch (error) {
      await transaction.rollback()
      throw refusal(call, error)
    }
  }

  const prepare = preparation(operation, steps, scopesFor)
  const end: typeof commit =
    operation.method === 'GET' ? commit : (...commitment) => untilItEnds(() => commit(...commitment))
  const perform: Perform =
    operation.method === 'GET' && !prepare
      ? (...call) => end(call)
      : async (...call) => inParts((progress) => end(call, progress as Prepared), prepare && (await prepare(...call)))

  const effect = async (call: Call, transaction: Transaction, prepared: Prepared | undefined) => {
    try {
      const output = await work(call, transaction, prepared)
      await transaction.flush()
      return output
    } catch (error) {
      throw refusal(call, error)
    }
  }

  const span = { name: operation.name }
  const asSpan = (tracing: Tracing | undefined, run: () => Promise<unknown>) =>
    tracing ? tracing.run(span, run) : run()

  return {
    operation,
    scopesFor,
    perform(context, principal, parameters, body) {
      const { tracing } = context.database
      if (!tracing) return perform(context, principal, parameters, body)
      return tracing.run(span, () => perform(context, principal, parameters, body))
    },
    async attempt(...call) {
      const prepared = await prepare?.(...call)
      return (transaction, progress = prepared) =>
        asSpan(call[0].database.tracing, () => effect(call, transaction, progress as Prepared))
    },
  }
}

/** Returns a function that runs `prepare`, unless the call is refused before `run`; undefined for an operation without `prepare`. */
function preparation<O extends AnyOperation, Prepared>(
  operation: O,
  { prepare }: Steps<O, any, Prepared>,
  scopesFor: ScopesFor,
) {
  if (!prepare) return undefined
  return async (...[context, principal, rawParameters, rawBody]: Call): Promise<Prepared | undefined> => {
    const scopes = scopesFor(principal, rawBody, rawParameters)
    const parameters = operation.parameters.safeParse(rawParameters)
    const body = bodyOf(operation, rawBody)?.safeParse(rawBody)
    const isSound = parameters.success && body?.success !== false
    if (!isSound || !scopes.every((scope) => holdsScope(principal, scope))) return undefined
    return prepare(new Action(context, principal, { ...findable(parameters.data), ...body?.data }))
  }
}

/** Schema of a body that is sent to an operation without one. */
const NO_MEMBERS = z.strictObject({})

/** Returns the schema of a request's body; undefined when the operation takes none and none was sent. */
const bodyOf = ({ body }: AnyOperation, sent: unknown): z.ZodObject | undefined =>
  body ?? (sent === undefined ? undefined : NO_MEMBERS)

function requireSteps({ name, body }: AnyOperation, { run, load }: Pick<Steps<any, any, any>, 'run' | 'load'>): void {
  if (typeof run !== 'function') throw new Error(`${name} has no \`run\`. Give its \`on\` the function that does it.`)
  if (load || !isVersion(body?.shape['version'])) return
  throw new Error(
    `${name} takes the \`version\` of a record, and loads none that has it. Give its \`on\` a \`load\`, or call the member otherwise.`,
  )
}

/** Whether the member `version` of a body is a number, which the record must have too. */
const isVersion = (member: z.core.$ZodType | undefined): boolean =>
  member !== undefined && typeof z.safeParse(member, 1).data === 'number'

/** Returns a function that joins the scope of an operation's contract to those that depend on the input. */
function scopesOf({ scope }: AnyOperation, scopes: ScopesOf | undefined): ScopesFor {
  const own: readonly string[] = isScope(scope) ? [scope] : []
  if (!scopes) return () => own
  return (principal, ...sent) => [...new Set([...own, ...scopes(joined(sent), principal)])]
}

/** Returns the members of all objects; those of later objects win. */
const joined = (sent: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(sent.flatMap((part) => Object.entries(membersOf(part))))

/** Throws `version-conflict` when the `version` in a body is not that of the record: a conflict (the specification's 409), and no failed precondition. */
function requireVersion({ name }: AnyOperation, body: Record<string, unknown> | undefined, target: unknown): void {
  if (typeof body?.version !== 'number') return
  const { version } = (target ?? {}) as { version?: number }
  if (version === undefined)
    throw new Error(`${name} loaded no record with a \`version\`, which it takes. Return one from its \`load\`.`)
  if (version === body.version) return
  throw new Problem(
    'version-conflict',
    `The record is at version ${version}, and the request is based on version ${body.version}. Read it again and repeat the change.`,
  )
}

function requireReturned({ name, output }: AnyOperation, returned: unknown): void {
  if (output && returned === undefined)
    throw new Error(`${name} returned nothing, and its contract has an \`output\`. Return that from its \`run\`.`)
}

/** Returns the error, or an `Error` for a problem of the application that the contract does not list: this is a fault of the service. */
function declared({ name, errors }: AnyOperation, error: unknown): unknown {
  if (!(error instanceof Problem) || coreErrors.includes(error.kind) || errors.includes(error.kind)) return error
  return new Error(`${name} threw "${error.code}", which its contract does not list. Add it to its \`errors\`.`, {
    cause: error,
  })
}

/** The error of PostgreSQL for a broken constraint. */
interface Broken extends Error {
  constraint?: string
  table?: string
  column?: string
}

/** Returns the problem for a broken constraint, an `Error` that says what to add if there is none (this is a fault of the service), or any other error itself. */
function conflictOf({ name }: AnyOperation, error: unknown, conflicts: Conflicts = {}): unknown {
  if (!(error instanceof Error)) return error
  const { constraint, table, column } = error as Broken
  const broken = constraint ?? (column === undefined ? undefined : `${table}.${column}`)
  if (broken === undefined) return error
  const conflict = conflicts[broken]?.()
  if (conflict) return conflict
  const what = `${name} broke "${broken}" of the database.`
  return new Error(`${what} Add a problem for it to the \`conflicts\` of its \`on\`.`, { cause: error })
}
