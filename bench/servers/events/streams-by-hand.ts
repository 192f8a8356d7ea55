import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { obey } from '../serve.ts'
import { frameOf } from './frame.ts'
import type { Publication } from './subject.ts'

/** Open responses of a minimal server of server-sent events. Each frame is built once and written to all of them. There is no authentication. */
const open = new Set<ServerResponse>()

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('retry: 2000\n\n')
  open.add(response)
  request.socket.once('close', () => open.delete(response))
})

function publish({ count, sent }: Publication): void {
  for (let nth = 0; nth < count; nth++) {
    const frame = frameOf(sent)
    for (const response of open) response.write(frame)
  }
}

server.listen(0, '127.0.0.1', () => obey((server.address() as AddressInfo).port, { publish }))
