import { idPrefixes, newId } from '@roster/core/contract'
import { EVENT, subject } from './subject.ts'

let seq = 0

/** An event as JSON, as it goes over the wire. */
export function eventOf(sent: number) {
  const time = Date.now()
  const data = subject(time, sent)
  return { cursor: `00000000:${++seq}`, id: newId(idPrefixes.event, time), created_at: data.created_at, data }
}

/** The bytes of a server-sent event that a client of Roster would get. */
export function frameOf(sent: number): Buffer {
  const { cursor, id, created_at, data } = eventOf(sent)
  return Buffer.from(
    `id: ${cursor}\ndata: ${JSON.stringify({ type: 'update', event: EVENT, id, created_at, data })}\n\n`,
  )
}
