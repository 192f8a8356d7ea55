import type { RosterEvent } from '@roster/sdk/webhooks'
import { receiver } from './receiver.ts'

const { HOST = '127.0.0.1', PORT = '8080', WEBHOOK_SECRET = '' } = process.env
const secrets = WEBHOOK_SECRET.split(/\s+/).filter(Boolean)
if (secrets.length === 0) throw new Error('Set WEBHOOK_SECRET to the secret of the endpoint: see README.md.')

receiver({ secrets, handle }).listen(Number(PORT), HOST, () => console.log(`Waiting at http://localhost:${PORT}/hooks`))

function handle(event: RosterEvent): void {
  switch (event.event) {
    case 'user.created':
      return console.log(`Welcome, ${event.data.name}`)
    case 'order.created':
      return console.log(`Order ${event.data.number} over ${event.data.total_amount} ${event.data.currency}`)
    default:
      return console.log(`${event.event} ${event.id}`)
  }
}
