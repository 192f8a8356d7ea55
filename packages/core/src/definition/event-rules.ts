import { EVENT_NAME } from '../contract/events.ts'
import { RESERVED_CHANNELS } from '../events/channels.ts'
import { contracts, contractsIn, doubles, type Rule } from './rule.ts'
import { definitionOf } from './schema-parts.ts'

const NAME = new RegExp(EVENT_NAME)

const events: Rule = (definition) => {
  const all = contracts(definition).flatMap(({ name, events: own }) =>
    Object.keys(own).map((event) => ({ name, event })),
  )
  return [
    ...all
      .filter(({ event }) => !NAME.test(event))
      .map(
        ({ name, event }) =>
          `${name} has an event "${event}". Call it by two words in small letters and digits, such as book.shelved.`,
      ),
    ...doubles(
      all,
      ({ event }) => event,
      (one, other, event) => `${other.name} has the event ${event}, as ${one.name} has. Call one of them otherwise.`,
    ),
  ]
}

/** Subscribers know by the `id` which record an event is about. */
const records: Rule = ({ own }) =>
  contractsIn(own).flatMap(({ name, events: all }) =>
    Object.entries(all)
      .filter(([, { data }]) => !('id' in (definitionOf(data).shape ?? {})))
      .map(
        ([event]) =>
          `${name} has the event ${event} with \`data\` that is no plain \`z.object\` with an \`id\`. Give it the schema of the record, or of its id alone.`,
      ),
  )

const channels: Rule = ({ own }) =>
  contractsIn(own)
    .filter(({ channel }) => channel !== undefined && RESERVED_CHANNELS.includes(channel))
    .map(
      ({ name, channel }) =>
        `The events of ${name} go to the channel ${channel}, which is the core's. Call it otherwise.`,
    )

const channelNames: Rule = ({ own }) =>
  contractsIn(own)
    .filter(({ channel }) => channel !== undefined && !/^[\w-]+$/.test(channel))
    .map(
      ({ name, channel }) =>
        `The events of ${name} go to the channel "${channel}", which nobody could join. Take letters, digits, hyphens and underscores.`,
    )

/** Rules for the events of an application: their names, their data and their channels. */
export const eventRules: readonly Rule[] = [events, records, channels, channelNames]
