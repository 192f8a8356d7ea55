import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { asksForSocket } from '../auth/require-own-page.ts'

/**
 * Makes a server ignore upgrades to anything but a WebSocket, and those that were sent before an earlier request on the connection is answered: Node.js would hand over
 * the connection while that answer is under way, and nobody would close it any more. Before Node.js 24.11, the body of a request that is taken for an upgrade is not read. The second server
 * that Fastify makes for the other address of the host `localhost` is not reached: it takes all upgrades for one.
 */
export function ignoreOtherUpgrades(server: Server): void {
  if ('shouldUpgradeCallback' in server) {
    server.shouldUpgradeCallback = opensSocket
  } else {
    server.on('connection', ignoreOnConnection)
    server.on('secureConnection', ignoreOnConnection)
  }
}

/** Whether a request is the handshake of a WebSocket, on a connection with no other request to answer. */
const opensSocket = ({ headers, socket }: IncomingMessage): boolean => asksForSocket(headers) && !isAnswering(socket)

const isAnswering = (socket: object) => Boolean((socket as { _httpMessage?: ServerResponse | null })._httpMessage)

/** The parts of a connection's parser, undocumented, that decide about an upgrade where a server has no `shouldUpgradeCallback`: before Node.js 22.21 and 24.9. */
interface Parsed {
  parser?: { onIncoming: (request: IncomingMessage & { upgrade: boolean }, keepsAlive: boolean) => number }
}

function ignoreOnConnection({ parser }: Parsed): void {
  if (!parser) return
  const { onIncoming } = parser
  parser.onIncoming = (request, keepsAlive) => {
    request.upgrade &&= request.method === 'CONNECT' || opensSocket(request)
    return onIncoming(request, keepsAlive)
  }
}
