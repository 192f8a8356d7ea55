import type { AnyTRPCRouter } from '@trpc/server'
import { jsonEncoder } from '@trpc/server/adapters/ws'
import { parseTRPCMessage } from '@trpc/server/rpc'
import { MAX_BATCH } from '../rpc/rpc.ts'
import { type CallId, OpenSubscriptions } from './open-subscriptions.ts'

/**
 * Returns the encoder with which tRPC reads and writes the messages of one socket. Calls count against the quota of their caller, and stopping a subscription
 * is free; `count` is called for everything else. Decoding throws once `signal` is aborted.
 */
export function countingEncoder(router: AnyTRPCRouter, signal: AbortSignal, count: () => void) {
  const subscriptions = new OpenSubscriptions()

  return {
    encode(message: Parameters<OpenSubscriptions['answer']>[0]) {
      if (subscriptions.answer(message)) count()
      return jsonEncoder.encode(message)
    },
    decode(data: Parameters<typeof jsonEncoder.decode>[0]): unknown {
      signal.throwIfAborted()
      const message = decoded(data, count)
      for (let left = countUncalled(router, subscriptions, message); left > 0; left--) count()
      signal.throwIfAborted()
      return message
    },
  }
}

function decoded(data: Parameters<typeof jsonEncoder.decode>[0], onFailure: () => void): unknown {
  try {
    return jsonEncoder.decode(data)
  } catch (error) {
    onFailure()
    throw error
  }
}

/** Returns how many parts of a message call no procedure. A batch that is refused as a whole counts as one. */
function countUncalled({ _def }: AnyTRPCRouter, subscriptions: OpenSubscriptions, message: unknown): number {
  const { procedures, _config } = _def
  const parts: unknown[] = Array.isArray(message) ? message : [message]
  if (parts.length === 0) return 1
  if (parts.length > MAX_BATCH) {
    for (const part of parts) if (isSubscription(part)) subscriptions.refuse(part.id)
    return 1
  }
  try {
    const calls = parts.map((part) => parseTRPCMessage(part, _config.transformer))
    return calls.filter((call) => !comesToSomething(call)).length
  } catch {
    return 1
  }

  function comesToSomething(call: ReturnType<typeof parseTRPCMessage>): boolean {
    if (call.id === null) return false
    if (call.method === 'subscription.stop') return subscriptions.stop(call.id)
    const { path } = call.params
    if (!Object.hasOwn(procedures, path) || procedures[path]._def.type !== call.method) return false
    if (call.method === 'subscription') subscriptions.call(call.id)
    return true
  }
}

const isSubscription = (part: unknown): part is { id: CallId } =>
  typeof part === 'object' && part !== null && 'method' in part && part.method === 'subscription' && 'id' in part
