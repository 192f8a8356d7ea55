import { getFetch } from '@trpc/client'
import { type Fetch, problemOf, rosterClient } from './client.ts'
import { eventStream } from './events.ts'

const { ROSTER_URL: url = 'http://localhost:3000', ROSTER_API_KEY: apiKey = '' } = process.env
if (apiKey === '') throw new Error('Set ROSTER_API_KEY to an API key: see README.md.')

let requests = 0
const send = getFetch()
const counting: Fetch = (...request) => {
  requests += 1
  return send(...request)
}
const roster = rosterClient({ url, apiKey, fetch: counting })

const grace = await roster.users.create.mutate({ name: 'Grace Hopper', email: 'grace@example.com', role: 'viewer' })
console.log(`Created ${grace.name} as ${grace.id}`)

requests = 0
const [me, user, orders] = await Promise.all([
  roster.me.get.query(),
  roster.users.get.query({ user_id: grace.id }),
  roster.orders.list.query({ user_id: grace.id }),
])
console.log(`Three calls in ${requests} request: ${me.principal.name}, ${user.name}, ${orders.data.length} orders`)

try {
  await roster.users.update.mutate({ user_id: grace.id, name: 'Rear Admiral Hopper', version: 7 })
} catch (error) {
  const problem = problemOf(error)
  if (!problem) throw error
  console.log(`${problem.status} ${problem.code}: ${problem.detail}`)
  console.log(`Explained at ${problem.type}`)
}

try {
  await roster.users.create.mutate({ name: '', email: 'grace', role: 'viewer' })
} catch (error) {
  const problem = problemOf(error)
  if (!problem) throw error
  for (const { pointer, message } of problem.errors ?? []) console.log(`  ${pointer} ${message}`)
}

const stream = eventStream(roster, url)
const subscription = stream.events.subscribe.subscribe(
  { types: 'user.deleted' },
  {
    onStarted: () => void roster.users.delete.mutate({ user_id: grace.id }).catch(fail),
    onData({ data }) {
      console.log(`${data.event} ${data.data.id}`)
      subscription.unsubscribe()
      void stream.close()
    },
    onError: fail,
  },
)

/** Ends the program, which the open WebSocket would keep running. */
function fail(error: Error): void {
  console.error(error.message)
  process.exitCode = 1
  void stream.close()
}
