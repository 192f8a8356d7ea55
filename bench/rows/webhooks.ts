import { ask } from '../harness/load.ts'
import { post } from '../harness/request.ts'
import type { Group } from '../harness/row.ts'
import type { Server } from '../harness/server.ts'
import { webhookRow } from '../harness/webhooks.ts'

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='

export const webhooks: Group = {
  name: 'webhooks',
  needsPostgres: true,
  rows: [
    row('Webhooks to 1 endpoint', 0.4, { endpoints: 1, burst: 100, rate: 40 }),
    row('Webhooks to 10 endpoints', 0.5, { endpoints: 10, burst: 20, rate: 20 }),
    row('Webhooks to 100 endpoints', 0.5, { endpoints: 100, burst: 5, rate: 2 }),
  ],
}

function row(title: string, aim: number, load: { endpoints: number; burst: number; rate: number }) {
  return webhookRow({
    title,
    aim,
    ...load,
    contenders: [
      {
        name: 'undici alone',
        server: 'events/undici',
        add: (server: Server, url: string) => server.call('add', { url, secret: SECRET }),
      },
      {
        name: 'Roster',
        server: 'events/roster',
        add: ({ port }: Server, url: string) => ask(port, post('/v1/webhook-endpoints', { url, events: ['*'] })),
      },
    ],
  })
}
