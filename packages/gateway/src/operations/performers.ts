import type { Performer, StreamPerformer } from '@roster/core'
import type { StreamOperation } from '@roster/core/contract'
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'

/** Returns the procedures of a router that were made by `on(operation)`. */
export function performersOf(router: AnyTRPCRouter): Performer[] {
  return Object.values<object>(router._def.procedures).filter(isPerformer)
}

/** Returns the subscriptions of a router that were made by `onStream(operation)`. */
export function streamsOf(router: AnyTRPCRouter): StreamPerformer[] {
  return Object.values<object>(router._def.procedures).filter(isStreamPerformer)
}

/** Returns the other procedures of a router, by name. */
export function plainProceduresOf(router: AnyTRPCRouter): Record<string, AnyTRPCProcedure> {
  const procedures = Object.entries<AnyTRPCProcedure>(router._def.procedures)
  return Object.fromEntries(
    procedures.filter(([, procedure]) => !isPerformer(procedure) && !isStreamPerformer(procedure)),
  )
}

function isPerformer(procedure: object): procedure is Performer {
  return 'perform' in procedure
}

function isStreamPerformer(procedure: object): procedure is StreamPerformer {
  return 'follow' in procedure
}

/** Whether a stream is that of the log itself, which has its own form over REST, and whose events sockets carry too. */
export const isOfLog = ({ name }: StreamOperation): boolean => name === 'events.subscribe'
