import type { Group } from '../harness/row.ts'
import { streamRow } from '../harness/streams.ts'

export const events: Group = {
  name: 'events',
  needsPostgres: true,
  rows: [
    row('Events to 1 client over SSE', '0.5 of the processor time, p50 at most 8 ms', {
      clients: 1,
      burst: 500,
      rate: 40,
    }),
    row('Events to 100 clients over SSE', 'to be seen', { clients: 100, burst: 50, rate: 40 }),
    row('Events to 1,000 clients over SSE', '0.7, p99 below 100 ms', { clients: 1_000, burst: 20, rate: 20 }),
  ],
}

function row(title: string, aim: string, load: { clients: number; burst: number; rate: number }) {
  return streamRow({
    title,
    aim,
    ...load,
    contenders: [
      { name: 'node:http by hand', server: 'events/streams-by-hand' },
      { name: 'Roster', server: 'events/roster' },
    ],
  })
}
