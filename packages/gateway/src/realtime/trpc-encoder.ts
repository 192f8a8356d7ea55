import { isObject } from '@roster/core/server'
import type { AnyTRPCRouter } from '@trpc/server'
import { jsonEncoder } from '@trpc/server/adapters/ws'
import type { LiveConnection } from '../connections/connection.ts'
import { MAX_BATCH } from '../rpc/rpc.ts'
import { Flood, floodGate } from './flood.ts'

/**
 * How tRPC reads the messages of one socket. Calls count against the quota of their caller; what calls no procedure is counted here, and ends the
 * socket that sends too much of it. Nothing is read after its end.
 */
export function countingEncoder(router: AnyTRPCRouter, connection: LiveConnection, now: () => number) {
  const isFlooding = floodGate()

  function count(): void {
    if (isFlooding(now())) connection.end(new Flood())
  }

  return {
    ...jsonEncoder,
    decode(data: Parameters<typeof jsonEncoder.decode>[0]): unknown {
      connection.signal.throwIfAborted()
      const message = decoded(data, count)
      for (let left = countUncalled(router, message); left > 0; left--) count()
      connection.signal.throwIfAborted()
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

/** How many parts of a message call nothing. A batch that is refused whole is one. */
function countUncalled({ _def: { procedures } }: AnyTRPCRouter, message: unknown): number {
  const parts: unknown[] = Array.isArray(message) ? message : [message]
  if (parts.length === 0 || parts.length > MAX_BATCH) return 1
  return parts.filter((part) => !isCall(part)).length

  function isCall(part: unknown): boolean {
    if (!isObject(part)) return false
    const { method, params } = part
    if (method === 'subscription.stop') return true
    const path = isObject(params) ? params['path'] : undefined
    return typeof path === 'string' && Object.hasOwn(procedures, path) && procedures[path]._def.type === method
  }
}
