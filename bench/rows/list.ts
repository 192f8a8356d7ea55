import { ask } from '../harness/load.ts'
import { get, inTurn } from '../harness/request.ts'
import { requestRow, type RequestContender } from '../harness/requests.ts'
import type { Group, Row } from '../harness/row.ts'

/** Pages 1 to 20, in turn. */
const pages = () => inTurn(Array.from({ length: 20 }, (_, index) => get(`/v1/users?limit=20&page=${index + 1}`)))

/** The second page, by the cursor of the first: each server has cursors of its own. */
async function afterFirst(port: number): Promise<() => string> {
  const { next_cursor } = (await ask(port, get('/v1/users?limit=20&cursor='))) as { next_cursor: string }
  return inTurn([get(`/v1/users?limit=20&cursor=${encodeURIComponent(next_cursor)}`)])
}

export const list: Group = {
  name: 'list',
  needsPostgres: true,
  rows: [
    row('List 20 users by page with total, PostgreSQL', pages),
    row('List 20 users by cursor, PostgreSQL', afterFirst),
  ],
}

function row(title: string, requests: RequestContender['requests']): Row {
  return requestRow({
    title,
    aim: 0.9,
    connections: 64,
    contenders: [
      { name: 'Fastify and pg by hand', server: 'postgres/by-hand', requests },
      { name: 'Roster', server: 'postgres/roster', requests },
    ],
  })
}
