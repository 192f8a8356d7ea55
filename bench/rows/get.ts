import { people } from '../harness/people.ts'
import { get as request, inTurn } from '../harness/request.ts'
import { databaseRow } from '../harness/requests.ts'
import type { Group } from '../harness/row.ts'

const requests = () => inTurn(people.map(({ id }) => request(`/v1/users/${id}`)))

export const get: Group = {
  name: 'get',
  needsPostgres: true,
  rows: [
    databaseRow({
      title: 'GET one user, PostgreSQL',
      aim: 2,
      connections: 64,
      contenders: [
        { name: 'Fastify and pg by hand', server: 'postgres/by-hand', requests },
        { name: 'Roster', server: 'postgres/roster', requests },
      ],
    }),
  ],
}
