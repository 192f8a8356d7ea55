import { get, inTurn } from '../harness/request.ts'
import { databaseRow } from '../harness/requests.ts'
import type { Group } from '../harness/row.ts'

const requests = () => inTurn([get('/v1/me')])

export const keys: Group = {
  name: 'keys',
  needsPostgres: true,
  rows: [
    databaseRow({
      title: 'API key, looked up at every call, PostgreSQL',
      aim: 0.9,
      connections: 64,
      contenders: [
        { name: 'Fastify and pg by hand', server: 'postgres/by-hand', requests },
        { name: 'Roster', server: 'postgres/roster', requests },
      ],
    }),
  ],
}
