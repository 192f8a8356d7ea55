import type { Attributes } from '../tracing/tracing.ts'

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
