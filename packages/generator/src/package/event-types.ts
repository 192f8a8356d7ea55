/** Returns the code of the types of events, discriminated by their names. */
export const eventTypes = (name: string) => `${IMPORTS}
/** Names of the events there are. More may be added. */
export type EventName = keyof EventData

/** One event, the same over every transport. */
export type ${name}EventOf<Name extends EventName> = EventOf<EventData, Name>

/** Any event, told apart by \`event\`. A name that was added since then comes through as well: give a \`switch\` a \`default\`. */
export type ${name}Event = AnyEventOf<EventData>
`

const IMPORTS = [
  `import type { AnyEventOf, EventOf } from '@roster/sdk/client'`,
  `import type { EventData } from './event-data.ts'`,
  '',
].join('\n')
