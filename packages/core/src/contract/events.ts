import { z } from 'zod'
import type { Accounts } from './account.ts'
import { actorSchema } from './actor.ts'
import { eventComponent } from './component-names.ts'
import { idPrefixes, idSchema } from './ids.ts'
import { timestamp } from './text.ts'

/** An event that a committed change of a resource appends to the event log. */
export interface EventSpec {
  /** When the event happens, in one sentence. */
  description: string
  /** The record after the change; for deletions its id alone. */
  data: z.ZodObject
}

/** The events of a resource, by name, such as `user.created`. */
export type EventCatalogue = Readonly<Record<`${string}.${string}`, EventSpec>>

/** Pattern of an event name: two words, separated by a dot. */
export const EVENT_NAME = String.raw`^[a-z][a-z\d_]*\.[a-z][a-z\d_]*$`

/** Version of the format of events. */
export const EVENT_VERSION = '1'

/** Schema of a cursor: a place in the event log. */
export const eventCursor = z
  .string()
  .max(64)
  .meta({
    pattern: String.raw`^\w+:\d+$`,
    description:
      'Place in the log, the same on every transport: `<epoch>:<seq>`. Opaque; send it to continue from here.',
    examples: ['1:42'],
  })

/** Fault of a text that is no cursor. */
export const NO_CURSOR = { code: 'invalid-cursor', message: 'must be the cursor of an event, such as 1:42' } as const

const CURSOR = '[0-9a-z]{1,16}:(?:0|[1-9][0-9]{0,14})'

/** Returns the schema of the cursor of the last event that a caller knows. With `orEmpty`, the text may be empty. */
export function knownCursor({ orEmpty = false } = {}) {
  const pattern = orEmpty ? `^(?:${CURSOR})?$` : `^${CURSOR}$`
  const form = new RegExp(pattern)
  return z
    .string()
    .refine((text) => form.test(text), { error: NO_CURSOR.message, params: { code: NO_CURSOR.code } })
    .meta({ maxLength: 32, pattern })
}

/** Returns the schema of the actor that caused an event. */
export const eventActor = (accounts: Accounts) =>
  actorSchema(accounts).nullable().meta({
    description:
      'The actor; null for none, and in events older than this member. `exports` of the `system` finishes exports.',
  })

/** Returns the members that every event has besides its name and its record, in the order in which they are sent. */
const envelope = (accounts: Accounts) => ({
  id: idSchema(idPrefixes.event, 'the event'),
  cursor: eventCursor,
  created_at: timestamp.meta({ description: 'When the change was made.' }),
  api_version: z
    .literal(EVENT_VERSION)
    .meta({ description: 'Version of the form of `data`.', examples: [EVENT_VERSION] }),
  actor: eventActor(accounts),
})

/** Returns the schema of an event as sent to clients: its name, its place in the log, its actor and its record. */
export function eventSchema(name: string, { description, data }: EventSpec, accounts: Accounts) {
  return z
    .object({
      event: z.literal(name).meta({ description: 'Name of the event.', examples: [name] }),
      ...envelope(accounts),
      data: isIdentifier(data) ? data.meta({ description: 'Only the identifier: the record is deleted.' }) : data,
    })
    .meta({ id: eventComponent(name), description })
}

/** Whether `data` is the `id` alone, as for a deletion, without a schema of its own. */
const isIdentifier = (data: z.ZodObject) => !data.meta()?.id && Object.keys(data.shape).length === 1

/** Returns the schema of a list of event names, separated by commas. */
export function eventNames(known: readonly string[]) {
  const name = `(?:${known.map((one) => one.replaceAll('.', '\\.')).join('|')})`
  return z
    .string()
    .max(1_000)
    .check((context) => {
      for (const given of new Set(context.value.split(','))) {
        if (known.includes(given)) continue
        const message =
          given === '' ? 'must name at least one event' : `does not know the event "${given.slice(0, 64)}"`
        context.issues.push({ code: 'custom', message, input: context.value, params: { code: 'unknown-event' } })
      }
    })
    .meta({ pattern: `^${name}(?:,${name})*$`, examples: [known[0] ?? ''] })
}
