import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { people } from '../../harness/people.ts'
import { obey } from '../serve.ts'

/** Number of pages of the list, and of records on each page. */
const PAGES = 1_000
const SIZE = 20

const one = JSON.stringify(people[0])
const data = JSON.stringify(people.slice(0, SIZE))

/** A cheap substitute for the service, with the same responses: one user, and a list by cursor. */
const server = createServer(({ url = '' }, response) => {
  const cursor = /[?&]cursor=(\d*)/.exec(url)?.[1]
  const body = cursor === undefined ? one : pageAfter(Number(cursor))
  const headers = { 'content-type': 'application/json', etag: '"1"', 'x-request-id': 'req_1' }
  response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
})

function pageAfter(page: number): string {
  const next = page + 1 < PAGES ? `"${page + 1}"` : null
  return `{"data":${data},"next_cursor":${next},"has_more":${next !== null}}`
}

server.listen(0, '127.0.0.1', () => obey((server.address() as AddressInfo).port, {}))
