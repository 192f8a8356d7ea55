import { idPrefixes, newId } from '@roster/core/contract'
import { EVENT, subject } from './subject.ts'

let seq = 0

/** Returns a new event, in the form in which it is sent. */
export function eventOf(sent: number) {
  const time = Date.now()
  const data = subject(time, sent)
  return { cursor: `00000000:${++seq}`, id: newId(idPrefixes.event, time), created_at: data.created_at, data }
}

/** Returns the bytes of a server-sent event, as Roster sends it to clients. */
export function frameOf(sent: number): Buffer {
  const { cursor, id, created_at, data } = eventOf(sent)
  return Buffer.from(
    `id: ${cursor}\ndata: ${JSON.stringify({ type: 'update', event: EVENT, id, created_at, data })}\n\n`,
  )
}
