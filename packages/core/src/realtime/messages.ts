import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Database } from '../data/database.ts'

const channelOf = ({ name }: Database) => `${name}_messages`

/** Most characters in one notification: four bytes each, and a number before them, are below PostgreSQL's 8,000 bytes. */
const PIECE = 1_900

/** What one client says to the others. */
export interface Message {
  channel: string
  text: string
  from: string
}

/** What the service tells those who have a connection open and hold a scope. */
export interface Notice {
  scope: string
  /** Which one it is, such as `webhook.disabled`. */
  notification: string
  /** What else it says. */
  details: Readonly<Record<string, string>>
}

/** Carries what is for clients of all processes on one database. Nothing of it is kept. */
export interface Messages {
  /** Hands a message to everybody here, and in the other processes as soon as they hear of it. */
  publish(message: Message): void
  /** The same for a notice. */
  notify(notice: Notice): void
  /** Calls back for each message of any process. */
  onMessage(call: (message: Message) => void): void
  /** Calls back for each notice of any process. */
  onNotice(call: (notice: Notice) => void): void
  close(): Promise<void>
}

interface Heard {
  message: [Message]
  notice: [Notice]
}

type Sent = { [Kind in keyof Heard]: { kind: Kind; content: Heard[Kind][0] } }[keyof Heard]

export interface MessagesOptions {
  database: Database
  /** Told when the other processes could not be told. */
  report: (error: unknown) => void
}

const send = {
  name: 'send message',
  text: 'select pg_notify($2, piece) from unnest($1::text[]) with ordinality as sent (piece, nth) order by nth',
}

/**
 * Carries messages with NOTIFY, which every database of ours has: on PGlite, where there is one process, nobody else listens. A message
 * that does not fit into one notification goes in several, which PostgreSQL delivers together and in order.
 */
export function openMessages({ database, report }: MessagesOptions): Messages {
  const own = randomUUID()
  const heard = new EventEmitter<Heard>()
  const unfinished = new Map<string, string>()
  let unsent: string[] = []
  let sending: Promise<void> | undefined
  const channel = channelOf(database)
  const listener = database.listen(channel, receive)

  function receive(payload: string): void {
    const [sender, id, left, piece] = partsOf(payload)
    if (sender === '' || sender === own) return
    const text = (unfinished.get(id) ?? '') + piece
    unfinished.delete(id)
    if (left > 0) unfinished.set(id, text)
    else hand(JSON.parse(text) as Sent)
  }

  function hand(sent: Sent): void {
    if (sent.kind === 'message') heard.emit('message', sent.content)
    else heard.emit('notice', sent.content)
  }

  function publish(sent: Sent): void {
    hand(sent)
    const pieces = piecesOf(JSON.stringify(sent))
    const id = randomUUID()
    unsent.push(...pieces.map((piece, nth) => `${own} ${id} ${pieces.length - nth - 1} ${piece}`))
    sending ??= sendAll().finally(() => (sending = undefined))
  }

  /** One query after another, so that messages arrive in the order in which they were sent. */
  async function sendAll(): Promise<void> {
    while (unsent.length > 0) {
      const pieces = unsent
      unsent = []
      await database.query(send, [pieces, channel]).catch(report)
    }
  }

  return {
    publish: (message) => publish({ kind: 'message', content: message }),
    notify: (notice) => publish({ kind: 'notice', content: notice }),
    onMessage: (call) => void heard.on('message', call),
    onNotice: (call) => void heard.on('notice', call),
    async close() {
      await Promise.all([sending, listener.close()])
    },
  }
}

const HEAD = /^(\S+) (\S+) (\d+) /

function partsOf(payload: string): [sender: string, id: string, left: number, piece: string] {
  const [head = '', sender = '', id = '', left = '0'] = HEAD.exec(payload) ?? []
  return [sender, id, Number(left), payload.slice(head.length)]
}

/** Cut between characters, since half of one is no UTF-8. */
function piecesOf(text: string): string[] {
  const characters = Array.from(text)
  const count = Math.ceil(characters.length / PIECE)
  return Array.from({ length: count }, (_, nth) => characters.slice(nth * PIECE, (nth + 1) * PIECE).join(''))
}
