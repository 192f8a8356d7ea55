import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'
import type { Context, Shown } from './context.ts'
import type { AnyOperation, InputOf, OutputOf } from '../contract/operation.ts'
import { callFlat } from './flat-call.ts'
import { type Performer, performerOf, type Steps } from './performer.ts'
import { asTRPCError, type Meta, procedure } from './trpc.ts'

/** The tRPC procedure of an operation, which any other transport can call too. */
export type TypedProcedure<O extends AnyOperation> = (O['method'] extends 'GET'
  ? TRPCQueryProcedure<{ input: InputOf<O>; output: OutputOf<O>; meta: unknown }>
  : TRPCMutationProcedure<{ input: InputOf<O>; output: OutputOf<O>; meta: unknown }>) &
  Performer

/**
 * Returns the tRPC procedure of an operation. Validation and authorization are in `perform`, which REST calls without tRPC around it; the procedure itself is
 * one thin resolver.
 */
export function on<O extends AnyOperation, Target = undefined, Prepared = undefined>(
  operation: O,
  steps: Steps<O, Target, Prepared>,
): TypedProcedure<O> {
  const performer = performerOf(operation, steps)

  const resolve = async ({ ctx, getRawInput }: { ctx: Context; getRawInput: () => Promise<unknown> }) => {
    try {
      const { shown = parsed } = ctx
      return shown(operation, await callFlat(performer, ctx, getRawInput))
    } catch (error) {
      throw asTRPCError(error)
    }
  }

  const built = procedure.meta(metaOf(operation))
  const typed = operation.method === 'GET' ? built.query(resolve as never) : built.mutation(resolve as never)
  return Object.assign(typed, performer) as unknown as TypedProcedure<O>
}

const parsed: Shown = ({ output }, value) => output?.parse(value)

/** Returns the mapping to REST in the form of trpc-to-openapi. */
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
