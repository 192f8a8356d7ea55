import type { Resource } from '@roster/core/contract'
import type { Records } from '../schema/records.ts'
import { typeOf } from '../schema/types.ts'
import { comment } from '../text/words.ts'
import { importsOf } from './imports.ts'
import type { Layout } from './layout.ts'

/** Returns the code of the type with the data of events, by their names. */
export function eventData(resources: readonly Resource[], records: Records): string {
  const members = resources
    .flatMap(({ events }) => Object.entries(events))
    .map(([name, { description, data }]) => {
      const schema = records.schemaOf(data, 'output', 'event-data.ts', `the event ${name}`)
      return `${comment(description)}'${name}': ${typeOf(schema)}\n`
    })
  return `/** The type of \`data\` of each event, by the event's name. */\nexport interface EventData {\n${members.join('')}}\n`
}

/** Returns the code of the constant with the names of events. */
export function eventNames(resources: readonly Resource[], layout: Layout): string {
  const names = resources.flatMap(({ events }) => Object.keys(events))
  const text = `/** Names of all events. */
export const EVENT_NAMES: readonly EventName[] = ${JSON.stringify(names)}\n`
  return `${importsOf('event-names.ts', text, layout)}\n${text}`
}
