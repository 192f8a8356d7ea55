import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import type { Database } from '../data/database.ts'

const channelOf = ({ name }: Database) => `${name}_messages`

/** Largest number of characters in one notification: at four bytes each, with the header before them, they fit into PostgreSQL's 8,000 bytes. */
const PIECE = 1_900

/** Largest number of notifications that wait while the database does not answer. Messages that come then reach this process alone. */
const MAX_UNSENT = 2_000

const message = z.object({ channel: z.string(), text: z.string(), from: z.string() })

/** A message from one client to the others on a channel. */
export type Message = Readonly<z.infer<typeof message>>

const notice = z.object({
  /** The scope whose holders get the notice. */
  scope: z.string(),
  /** Name of the notice, such as `webhook.disabled`. */
  notification: z.string(),
  /** Further members of the notice. */
  details: z.record(z.string(), z.string()),
})

/** A notice from the service to the connections whose callers hold a scope. */
export type Notice = Readonly<z.infer<typeof notice>>

/** Carries messages and notices to the clients of all processes on one database. They are not stored. */
export interface Messages {
  /** Delivers a message to the listeners in this process at once, and in the other processes as soon as possible. */
  publish(message: Message): void
  /** Delivers a notice in the same way. */
  notify(notice: Notice): void
  /** Adds a listener for the messages of all processes. */
  onMessage(call: (message: Message) => void): void
  /** Adds a listener for the notices of all processes. */
  onNotice(call: (notice: Notice) => void): void
  close(): Promise<void>
}

interface Heard {
  message: [Message]
  notice: [Notice]
}

const sent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), content: message }),
  z.object({ kind: z.literal('notice'), content: notice }),
])

type Sent = z.infer<typeof sent>

export interface MessagesOptions {
  database: Database
  /** Called with the error when other processes could not be reached. */
  report: (error: unknown) => void
}

const send = {
  name: 'send message',
  text: 'select pg_notify($2, piece) from unnest($1::text[]) with ordinality as sent (piece, nth) order by nth',
}

/**
 * Carries messages with NOTIFY, which PostgreSQL and PGlite both have; on PGlite there is no other process to listen. A message that is too long for one
 * notification is sent as several, which PostgreSQL delivers together and in order.
 */
export function openMessages({ database, report }: MessagesOptions): Messages {
  const own = randomUUID()
  const heard = new EventEmitter<Heard>()
  const unfinished = new Map<string, string>()
  let unsent: string[] = []
  let sending: Promise<void> | undefined
  let isFull = false
  const channel = channelOf(database)
  const listener = database.listen(channel, receive)

  function receive(payload: string): void {
    // A new connection tells nothing of what was sent before it.
    if (payload === '') unfinished.clear()
    const [sender, id, left, piece] = partsOf(payload)
    if (sender === '' || sender === own) return
    const text = (unfinished.get(id) ?? '') + piece
    unfinished.delete(id)
    if (left > 0) unfinished.set(id, text)
    else handOn(sentIn(text))
  }

  function handOn(one: Sent | undefined): void {
    if (one?.kind === 'message') heard.emit('message', one.content)
    if (one?.kind === 'notice') heard.emit('notice', one.content)
  }

  function publish(one: Sent): void {
    handOn(one)
    if (isTooMuch()) return
    const pieces = piecesOf(JSON.stringify(one))
    const id = randomUUID()
    unsent.push(...pieces.map((piece, nth) => `${own} ${id} ${pieces.length - nth - 1} ${piece}`))
    sending ??= sendAll().finally(() => (sending = undefined))
  }

  /** Whether too much is unsent, which is reported once until some of it is sent. */
  function isTooMuch(): boolean {
    const wasFull = isFull
    isFull = unsent.length >= MAX_UNSENT
    if (isFull && !wasFull)
      report(new Error('The database takes no messages for other processes: those that come now are left out.'))
    return isFull
  }

  /** Runs one query after another, so that messages arrive in the order in which they were sent. */
  async function sendAll(): Promise<void> {
    while (unsent.length > 0) {
      const pieces = unsent
      unsent = []
      await database.query(send, [pieces, channel]).catch(report)
    }
  }

  return {
    publish: (content) => publish({ kind: 'message', content }),
    notify: (content) => publish({ kind: 'notice', content }),
    onMessage: (call) => void heard.on('message', call),
    onNotice: (call) => void heard.on('notice', call),
    async close() {
      await Promise.all([sending, listener.close()])
    },
  }
}

/** Returns what a process has sent; undefined for any other text, since every role of the database can notify. */
function sentIn(text: string): Sent | undefined {
  try {
    return sent.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const HEAD = /^(\S+) (\S+) (\d+) /

function partsOf(payload: string): [sender: string, id: string, left: number, piece: string] {
  const [head = '', sender = '', id = '', left = '0'] = HEAD.exec(payload) ?? []
  return [sender, id, Number(left), payload.slice(head.length)]
}

/** Splits a text between code points, because half of one is not valid UTF-8. */
function piecesOf(text: string): string[] {
  const characters = Array.from(text)
  const count = Math.ceil(characters.length / PIECE)
  return Array.from({ length: count }, (_, nth) => characters.slice(nth * PIECE, (nth + 1) * PIECE).join(''))
}
