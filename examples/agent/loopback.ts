import { on } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/**
 * Listens at a loopback address until the browser comes back, and returns the parameters of the authorization response with this `state`.
 * Throws an `Error` when the response has no code.
 */
export async function answerAt(address: URL, state: string): Promise<URLSearchParams> {
  const server = createServer().listen(Number(address.port), address.hostname)
  try {
    for await (const event of on(server, 'request')) {
      const [request, response] = event as [IncomingMessage, ServerResponse]
      const [pathname, query] = request.url!.split('?')
      const searchParams = new URLSearchParams(query)
      const isOurs = pathname === address.pathname && searchParams.get('state') === state
      response.writeHead(isOurs ? 200 : 404, { connection: 'close' })
      response.end(isOurs ? 'Go back to your agent. This page can be closed.' : 'Nothing is here.')
      if (!isOurs) continue
      if (!searchParams.has('code')) throw new Error('Access was not given.')
      return searchParams
    }
    throw new Error('Nobody has answered.')
  } finally {
    server.close()
  }
}
