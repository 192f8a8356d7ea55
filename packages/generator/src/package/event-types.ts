/** Returns the code of the types of events, discriminated by their names. */
export const eventTypes = (name: string) => `${IMPORTS}
/** Name of an event. More may be added. */
export type EventName = keyof EventData

/** The event of one name, the same over every transport. */
export type ${name}EventOf<Name extends EventName> = EventOf<EventData, Name>

/** Any event, discriminated by \`event\`. The service may send names added after this version: give a \`switch\` a \`default\`. */
export type ${name}Event = AnyEventOf<EventData>
`

const IMPORTS = [
  `import type { AnyEventOf, EventOf } from '@roster/sdk/client'`,
  `import type { EventData } from './event-data.ts'`,
  '',
].join('\n')
