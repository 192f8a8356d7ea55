import { ask } from '../harness/load.ts'
import { get, inTurn } from '../harness/request.ts'
import { databaseRow, type RequestContender } from '../harness/requests.ts'
import type { Group, Row } from '../harness/row.ts'

/** Pages 1 to 20, in turn. */
const pages = () => inTurn(Array.from({ length: 20 }, (_, index) => get(`/v1/users?limit=20&page=${index + 1}`)))

/** Returns requests for the `count` pages after the first one, by cursor, in turn. Each server has its own cursors. */
const afterOthers = (count: number) => async (port: number) => inTurn(await cursorsOf(port, count))

async function cursorsOf(port: number, count: number): Promise<string[]> {
  const requests: string[] = []
  let request = get('/v1/users?limit=20&cursor=')
  while (requests.length < count) {
    const { next_cursor } = (await ask(port, request)) as { next_cursor: string }
    request = get(`/v1/users?limit=20&cursor=${encodeURIComponent(next_cursor)}`)
    requests.push(request)
  }
  return requests
}

export const list: Group = {
  name: 'list',
  needsPostgres: true,
  rows: [
    row('List 20 users by page with total, PostgreSQL', 1.1, pages),
    row('List 20 users by cursor, all ask for one page, PostgreSQL', 1.2, afterOthers(1)),
    row('List 20 users by cursor, 200 pages in turn, PostgreSQL', 1.2, afterOthers(200)),
  ],
}

function row(title: string, aim: number, requests: RequestContender['requests']): Row {
  return databaseRow({
    title,
    aim,
    connections: 64,
    contenders: [
      { name: 'Fastify and pg by hand', server: 'postgres/by-hand', requests },
      { name: 'Roster', server: 'postgres/roster', requests },
    ],
  })
}
