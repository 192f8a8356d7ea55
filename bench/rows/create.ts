import { ask } from '../harness/load.ts'
import { startReceiver } from '../harness/receiver.ts'
import { post, stream } from '../harness/request.ts'
import { databaseRow } from '../harness/requests.ts'
import type { Group } from '../harness/row.ts'
import { closeSockets, openSockets } from '../harness/sockets.ts'

let made = 0

/** Every user has its own e-mail address, also across contenders, because they write to one table. */
const requests = () => () => {
  const number = made++
  return post('/v1/users', { name: `Grace Hopper ${number}`, email: `grace-${number}@example.com`, role: 'viewer' })
}

/** Subscribes a client to all events over SSE, and one over a webhook. Returns a function that ends both. */
async function readEvents(port: number): Promise<() => void> {
  const sockets = await openSockets(1, { port, steps: [stream] })
  const receiver = await startReceiver()
  await ask(port, post('/v1/webhook-endpoints', { url: receiver.url, events: ['*'] }))
  for (const socket of sockets) socket.resume()
  return () => {
    closeSockets(sockets)
    receiver.close()
  }
}

export const create: Group = {
  name: 'create',
  needsPostgres: true,
  rows: [
    databaseRow({
      title: 'POST one user with its event, PostgreSQL',
      aim: 1.1,
      connections: 64,
      contenders: [
        { name: 'Fastify and pg by hand', server: 'postgres/by-hand', requests },
        { name: 'Roster', server: 'postgres/roster', requests },
        { name: 'Roster, its events read', server: 'events/roster', requests, beside: readEvents },
      ],
    }),
  ],
}
