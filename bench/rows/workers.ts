import { people } from '../harness/people.ts'
import { get, inTurn, post } from '../harness/request.ts'
import { databaseRow } from '../harness/requests.ts'
import type { Group } from '../harness/row.ts'

const reads = () => inTurn(people.map(({ id }) => get(`/v1/users/${id}`)))
const lists = () => inTurn([get('/v1/users?limit=20&cursor=')])

let made = 0

const creations = () => () => {
  const number = made++
  return post('/v1/users', {
    name: `Grace Hopper ${number}`,
    email: `grace-by-workers-${number}@example.com`,
    role: 'viewer',
  })
}

const contenders = (requests: () => () => string) =>
  [
    { name: 'One process', server: 'postgres/roster', requests },
    { name: 'Two workers', server: 'postgres/two-workers', requests },
  ] as const

export const workers: Group = {
  name: 'workers',
  needsPostgres: true,
  rows: [
    databaseRow({ title: 'GET one user, by workers', aim: 1, connections: 64, contenders: [...contenders(reads)] }),
    databaseRow({
      title: 'List 20 users by cursor, by workers',
      aim: 1,
      connections: 64,
      contenders: [...contenders(lists)],
    }),
    databaseRow({
      title: 'POST one user with its event, by workers',
      aim: 1,
      connections: 64,
      contenders: [...contenders(creations)],
    }),
  ],
}
