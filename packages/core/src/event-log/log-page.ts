import { z } from 'zod'
import type { Actor } from '../contract/actor.ts'
import type { BrokerMessage } from './broker.ts'
import { Entry } from './entry.ts'
import type { LogState } from './log-state.ts'

/** Consecutive entries after a place, and the state of the log when they were read. A page without entries reports the state alone. */
export interface LogPage {
  /** The place before the first entry. */
  after: number
  log: LogState
  entries: readonly Entry[]
}

/** Returns the place of the last entry on a page; without entries, the place after which the page begins. */
export const endOf = ({ after, entries }: LogPage): number => after + entries.length

const place = z.int().min(0)

/** The JSON of a page in a broker's message. `form` is the version of this format. */
const carried = z.object({
  form: z.literal(2),
  after: place,
  log: z.object({
    epoch: z.string(),
    earlier: z.array(z.object({ epoch: z.string(), until: place })).readonly(),
    head: place,
    kept_from: place,
  }),
  entries: z.array(
    z.object({
      seq: place,
      id: z.string(),
      event: z.string(),
      user_id: z.string().nullable(),
      actor: z.custom<Actor>((value) => typeof value === 'object').nullable(),
      created_at: z.string(),
      trace: z.string().nullable(),
      data: z.string(),
    }),
  ),
})

/**
 * Returns the messages that carry a page, each of at most `capacity` bytes. A larger entry is left out: readers meet a gap there, and read it from the
 * database.
 */
export function messagesOf(page: LogPage, capacity: number): BrokerMessage[] {
  const { after, log, entries } = page
  const message = messageOf(page)
  if (Buffer.byteLength(message.text) <= capacity) return [message]
  if (entries.length < 2) return []
  const half = entries.length >> 1
  return [
    ...messagesOf({ after, log, entries: entries.slice(0, half) }, capacity),
    ...messagesOf({ after: after + half, log, entries: entries.slice(half) }, capacity),
  ]
}

function messageOf({ after, log, entries }: LogPage): BrokerMessage {
  const rows = entries.map(({ seq, id, event, user_id, actor, created_at, trace, json }) => {
    return { seq, id, event, user_id, actor, created_at, trace, data: json }
  })
  const text = JSON.stringify({ form: 2, after, log, entries: rows } satisfies z.input<typeof carried>)
  const newest = entries.at(-1)
  return newest ? { text, id: newest.cursor } : { text }
}

/** Returns the page in a message, or undefined for any other text. */
export function pageIn(text: string): LogPage | undefined {
  const { data: page } = carried.safeParse(parsed(text))
  if (!page?.entries.every(({ seq }, index) => seq === page.after + index + 1)) return undefined
  const { after, log } = page
  return { after, log, entries: page.entries.map((row) => new Entry({ ...row, ...log })) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
