import type { IncomingMessage, Server } from 'node:http'
import { asksForSocket } from '../auth/require-own-page.ts'
import { pendingAnswer } from '../http/pending-answer.ts'

/**
 * Makes a server ignore upgrades to anything but a WebSocket. Before Node.js 24.11, the body of a request that is taken for an upgrade is not read. A handshake that
 * comes before an earlier request on its connection is answered is ignored, too: Node.js would hand over the connection while that answer is under way, and nobody
 * would close it any more. The second server that Fastify makes for the other address of the host `localhost` is not reached: it takes all upgrades for one.
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
const opensSocket = ({ headers, socket }: IncomingMessage): boolean => asksForSocket(headers) && !pendingAnswer(socket)

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
