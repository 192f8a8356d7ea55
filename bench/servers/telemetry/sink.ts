import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver that accepts every request and ignores the content. */
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end())
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit())
