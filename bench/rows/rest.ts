import { people } from '../harness/people.ts'
import { get, inTurn } from '../harness/request.ts'
import { requestRow } from '../harness/requests.ts'
import type { Group } from '../harness/row.ts'

const requests = () => inTurn(people.map(({ id }) => get(`/v1/users/${id}`)))

export const rest: Group = {
  name: 'rest',
  needsPostgres: false,
  rows: [
    requestRow({
      title: 'GET one user, in memory',
      aim: 0.95,
      connections: 64,
      contenders: [
        { name: 'Fastify by hand', server: 'in-memory/by-hand', requests },
        { name: 'Roster', server: 'in-memory/roster', requests },
        { name: 'trpc-to-openapi on Fastify', server: 'in-memory/trpc', requests },
        { name: 'oRPC on Fastify', server: 'in-memory/orpc', requests },
        { name: 'Hono and zod-openapi', server: 'in-memory/hono', requests },
        { name: 'ts-rest on Express', server: 'in-memory/ts-rest', requests },
        { name: 'tRPC on Fastify', server: 'in-memory/trpc', requests: () => inTurn(people.map(({ id }) => call(id))) },
      ],
    }),
  ],
}

const call = (id: string) => get(`/trpc/users.get?input=${encodeURIComponent(JSON.stringify({ user_id: id }))}`)
