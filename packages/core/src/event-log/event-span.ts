import type { Attributes, Tracing } from '../tracing/tracing.ts'
import type { Entry } from './entry.ts'

/** The attributes of an event that its spans have. */
interface Traced {
  /** Identifier of the event. */
  id: string
  /** Name of the event, such as `user.created`. */
  event: string
}

/** Returns the attributes of a span about an event (OpenTelemetry's semantic conventions for messaging). */
export const eventAttributes = ({ id, event }: Traced): Attributes => ({
  'messaging.system.name': 'event_log',
  'messaging.destination.name': event,
  'messaging.message.id': id,
})

/** Called with entries that are about to be sent. */
export type TellSent = (entries: readonly Entry[]) => void

/** Returns a function that records a span in the trace of each event that the present stream sends; undefined when the stream is not recorded. */
export function sendingOn(tracing: Tracing | undefined): TellSent | undefined {
  const stream = tracing?.recorded()
  if (!tracing || stream === undefined) return undefined
  const operation = { 'messaging.operation.name': 'send', 'messaging.operation.type': 'send' }
  return (entries) => {
    for (const entry of entries) {
      const { event, trace } = entry
      const attributes = { ...eventAttributes(entry), ...operation }
      if (trace !== null)
        tracing.tell({ name: `send ${event}`, kind: 'producer', parent: trace, links: [stream], attributes })
    }
  }
}
