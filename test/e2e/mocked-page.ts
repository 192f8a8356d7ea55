import { Roster } from '@roster/sdk'
import { handlers } from '@roster/sdk/msw'
import { connect, subscribe } from '@roster/sdk/realtime'
import { createMock } from '@roster/sdk/testing'
import { setupWorker } from 'msw/browser'

/** What a page gets from the mock when the worker of Mock Service Worker answers its requests. */
export async function mockedPage() {
  const baseUrl = 'https://roster.example.com'
  const mock = createMock({ users: 5, baseUrl })
  await setupWorker(...handlers(mock, { baseUrl })).start({ quiet: true })
  const roster = new Roster({ apiKey: 'test', baseUrl, maxRetries: 0, logLevel: 'off' })

  const { cursor: after } = mock.emit('export.succeeded')
  const { id } = await roster.users.create({ name: 'Grace', email: 'grace@example.com', role: 'viewer' })
  await roster.users.update(id, { name: 'Grace Hopper' })
  const missing = await nameOf(roster.users.get('usr_x'))
  mock.faults.dropConnection()
  const broken = await nameOf(roster.me.get())

  const heard: string[] = []
  for await (const { event } of subscribe(roster, { after })) {
    if (heard.push(event) === 2) mock.emit('user.suspended')
    if (heard.length === 3) break
  }

  const socket = connect(roster)
  const pushed = new Promise((resolve) => socket.on('push', ({ event }) => resolve(event)))
  await socket.subscribe('users')
  mock.emit('user.created')
  const push = await pushed
  await socket.close()

  return { name: mock.db.users.at(-1)!.name, missing, broken, heard, push }
}

const nameOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: Error) => error.name)
