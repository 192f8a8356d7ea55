import type { RosterEvent } from '@roster/sdk/webhooks'
import { receiver } from './receiver.ts'

const { PORT = '8080', WEBHOOK_SECRET = '' } = process.env
if (WEBHOOK_SECRET === '') throw new Error('Set WEBHOOK_SECRET to the secret of the endpoint: see README.md.')

const secrets = WEBHOOK_SECRET.split(' ')
receiver({ secrets, handle }).listen(Number(PORT), () => console.log(`Waiting at http://localhost:${PORT}/hooks`))

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
