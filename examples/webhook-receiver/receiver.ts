/**
 * Receives webhooks: registers itself as an endpoint, and prints every delivery that is genuine.
 *
 * `ROSTER_API_KEY` is a key with the scope `manage:webhooks`, `ROSTER_URL` the service (default: http://localhost:3000), which must be
 * started with `ROSTER_WEBHOOK_ALLOW=127.0.0.0/8` to reach a receiver on its own machine. `PORT` defaults to 4000.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Roster } from '@roster/sdk'
import { verifyWebhook, WebhookVerificationError } from '@roster/sdk/webhooks'

const { ROSTER_API_KEY: apiKey = '', ROSTER_URL: baseUrl = 'http://localhost:3000', PORT: port = '4000' } = process.env
const roster = new Roster({ baseUrl, apiKey })

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const rawBody = await buffer(request)
  try {
    const event = await verifyWebhook(rawBody, request.headers, endpoint.secret)
    console.log(event.cursor, event.event, event.data)
    response.writeHead(204).end()
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    console.error(error.message)
    response.writeHead(400).end()
  }
}

const server = createServer((request, response) => void receive(request, response))
await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
const endpoint = await roster.webhookEndpoints.create({ url: `http://127.0.0.1:${port}/`, description: 'Example' })
console.log(`Every event comes to ${endpoint.url} until Ctrl-C.`)

process.once('SIGINT', () => void roster.webhookEndpoints.delete(endpoint.id).then(() => process.exit(0)))
