import { post } from '../harness/request.ts'
import type { Group } from '../harness/row.ts'

let made = 0

/** Every user has an address of its own, also over several contenders: they write to one table. */
const requests = () => () => {
  const number = made++
  return post('/v1/users', { name: `Grace Hopper ${number}`, email: `grace-${number}@example.com`, role: 'viewer' })
}

export const create: Group = {
  name: 'create',
  needsPostgres: true,
  rows: [
    {
      title: 'POST one user with its event, PostgreSQL',
      aim: 0.8,
      connections: 64,
      contenders: [
        { name: 'Fastify and pg by hand', server: 'postgres/by-hand', requests },
        { name: 'Roster', server: 'postgres/roster', requests },
      ],
    },
  ],
}
