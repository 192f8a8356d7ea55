import { people } from '../harness/people.ts'
import { get, inTurn, post } from '../harness/request.ts'
import { databaseRow, type RequestContender } from '../harness/requests.ts'
import type { Group } from '../harness/row.ts'

const reads = () => inTurn(people.map(({ id }) => get(`/v1/users/${id}`)))

let made = 0

const creations = () => () => {
  const number = made++
  return post('/v1/users', { name: 'Grace Hopper', email: `grace-told-${number}@example.com`, role: 'viewer' })
}

const contenders = (requests: RequestContender['requests']) =>
  [
    { name: 'Nothing is told', server: 'telemetry/off', requests },
    { name: 'One trace of 100 is recorded', server: 'telemetry/sampled', requests },
    { name: 'Every trace is recorded', server: 'telemetry/all', requests },
  ] as const

export const telemetry: Group = {
  name: 'telemetry',
  needsPostgres: true,
  rows: [
    databaseRow({
      title: 'GET one user, told over OTLP',
      aim: 0.9,
      connections: 64,
      contenders: [...contenders(reads)],
    }),
    databaseRow({
      title: 'POST one user with its event, told over OTLP',
      aim: 0.9,
      connections: 64,
      contenders: [...contenders(creations)],
    }),
  ],
}
