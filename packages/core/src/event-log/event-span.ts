import type { Attributes, Tracing } from '../tracing/tracing.ts'
import type { Entry } from './entry.ts'

/** An event, wherever it has come to. */
interface Traced {
  /** Its identifier. */
  id: string
  /** Its name. */
  event: string
}

/** What spans say of an event (semantic conventions for messaging). */
export const eventAttributes = ({ id, event }: Traced): Attributes => ({
  'messaging.system.name': 'event_log',
  'messaging.destination.name': event,
  'messaging.message.id': id,
})

/** Told of entries that are about to be sent. */
export type TellSent = (entries: readonly Entry[]) => void

/** Makes what tells in the traces of events that they are sent on the stream that begins here; undefined where the stream is not recorded. */
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
