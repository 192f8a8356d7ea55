import { people } from '../harness/people.ts'
import { get, inTurn } from '../harness/request.ts'
import { requestRow } from '../harness/requests.ts'
import type { Group, Row } from '../harness/row.ts'

const BATCH = 10

const encoded = (input: unknown) => encodeURIComponent(JSON.stringify(input))

const single = people.map(({ id }) => get(`/trpc/users.get?input=${encoded({ user_id: id })}`))

const batches = Array.from({ length: people.length / BATCH }, (_, batch) => {
  const calls = people.slice(batch * BATCH, (batch + 1) * BATCH).map(({ id }) => ({ user_id: id }))
  const names = calls.map(() => 'users.get').join(',')
  return get(`/trpc/${names}?batch=1&input=${encoded(Object.assign({}, calls))}`)
})

export const rpc: Group = {
  name: 'rpc',
  needsPostgres: false,
  rows: [
    row('RPC: one user, in memory, unbatched', 5, single),
    row(`RPC: one user, in memory, batched by ${BATCH}`, 6, batches),
  ],
}

function row(title: string, aim: number, prepared: readonly string[]): Row {
  const requests = () => inTurn(prepared)
  return requestRow({
    title,
    aim,
    connections: 64,
    contenders: [
      { name: 'tRPC on Fastify', server: 'in-memory/trpc', requests },
      { name: 'Roster', server: 'in-memory/roster', requests },
    ],
  })
}
