import { idleRow } from '../harness/idle.ts'
import { socket, stream } from '../harness/request.ts'
import type { Group } from '../harness/row.ts'

const CONNECTIONS = 5_000

export const idle: Group = {
  name: 'idle',
  needsPostgres: true,
  rows: [
    idleRow({
      title: 'Memory of an idle client over SSE, of 5,000',
      aim: 'at most 30 KiB',
      connections: CONNECTIONS,
      steps: [stream],
      contenders: [
        { name: 'node:http by hand', server: 'events/streams-by-hand' },
        { name: 'Roster', server: 'events/roster' },
      ],
    }),
    idleRow({
      title: 'Memory of an idle client over WebSocket, of 5,000',
      aim: 'at most 30 KiB',
      connections: CONNECTIONS,
      steps: socket,
      contenders: [
        { name: 'ws by hand', server: 'events/sockets-by-hand' },
        { name: 'Roster', server: 'events/roster' },
      ],
    }),
  ],
}
