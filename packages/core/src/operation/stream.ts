import { tracked, type TRPCSubscriptionProcedure } from '@trpc/server'
import type { Connection, Context } from './context.ts'
import type { InputOf, ParametersOf } from '../contract/operation.ts'
import { Problem } from '../contract/problem.ts'
import type { StreamOperation } from '../contract/stream-operation.ts'
import type { Entry } from '../event-log/entry.ts'
import { cursorExpired } from '../event-log/log-state.ts'
import type { Subscription } from '../event-log/subscription.ts'
import { asTRPCError, procedure } from './trpc.ts'
import { validated } from '../validation/validation.ts'

/** A stream of entries of the event log that any transport can serve. */
export interface StreamPerformer {
  readonly operation: StreamOperation
  /** Checks the parameters, and follows the log for the caller of a connection until its signal is aborted. */
  readonly follow: (connection: Connection, parameters: unknown) => Promise<Subscription>
  /** Returns the item of an entry, which has the schema of the output. */
  readonly itemOf: (entry: Entry) => unknown
}

interface StreamSteps<O extends StreamOperation, Item> {
  follow: (connection: Connection, parameters: ParametersOf<O>) => Promise<Subscription>
  /** Returns the item of an entry. */
  itemOf: (entry: Entry) => Item
}

type RpcInput<Input> = Input extends void ? void : Input & { lastEventId?: string | undefined }

type TypedSubscription<O extends StreamOperation, Item> = TRPCSubscriptionProcedure<{
  input: RpcInput<InputOf<O>>
  output: AsyncIterable<{ id: string; data: Item }, void>
  meta: unknown
}> &
  StreamPerformer

interface Call {
  ctx: Context
  getRawInput: () => Promise<unknown>
  signal: AbortSignal | undefined
}

/**
 * Returns the tRPC subscription of a stream. Each item carries its cursor as `id`, which tRPC's links send as `lastEventId` to go on from there. Throws
 * `cursor-expired` for a cursor from which the log cannot go on.
 */
export function onStream<O extends StreamOperation, Item>(
  operation: O,
  { follow: followParsed, itemOf }: StreamSteps<O, Item>,
): TypedSubscription<O, Item> {
  const follow: StreamPerformer['follow'] = (connection, parameters) =>
    followParsed(connection, validated(operation.parameters, parameters, 'parameters'))

  async function begin({ ctx, getRawInput, signal }: Call) {
    const connection = await ctx.connect(operation, signal)
    try {
      const subscription = await follow(connection, resumed(await getRawInput()))
      if (subscription.reset) throw cursorExpired()
      return items(connection, subscription)
    } catch (error) {
      connection.close()
      throw error
    }
  }

  async function* items(connection: Connection, { batches }: Subscription) {
    try {
      for await (const batch of batches) {
        connection.sending?.(batch)
        for (const entry of batch) {
          yield tracked(entry.cursor, itemOf(entry))
          if (connection.signal.aborted) break
          if (entry.cursor !== connection.feed.cursor) await connection.drained()
        }
      }
      const { reason } = connection.signal
      if (reason instanceof Problem) throw reason
    } catch (error) {
      throw asTRPCError(error)
    } finally {
      connection.close()
    }
  }

  const resolve = (call: Call) =>
    begin(call).catch((error: unknown) => {
      throw asTRPCError(error)
    })
  const built = procedure.subscription(resolve as never)
  return Object.assign(built, { operation, follow, itemOf }) as unknown as TypedSubscription<O, Item>
}

/** Returns the input of a subscription with the last cursor that its link received (`lastEventId`) in place of the first one (`after`). */
function resumed(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input ?? {}
  const { lastEventId, ...parameters } = input as Record<string, unknown>
  return lastEventId === undefined ? parameters : { ...parameters, after: lastEventId }
}
