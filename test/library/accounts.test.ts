import { createMock } from '@roster/examples/library/mock'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callerOf } from '../support/mocked.ts'
import { type Call, over } from '../support/protocols.ts'
import { givePassword, PASSWORD } from '../support/passwords.ts'
import { addressOf } from '../support/realtime.ts'
import { type Service, startService } from '../support/service.ts'
import { adminOf, fill } from '../support/subject.ts'
import { library } from './library.ts'

const PERSON = { branch: 'south', full_name: 'Mary', mail: 'mary@example.com', post: 'clerk', joined_on: '2026-03-01' }

let service: Service
let call: Call
let person_id: string
beforeAll(async () => {
  const { application, open } = library
  service = await startService({ application, open, realtime: { checkInterval: 20 } })
  call = over('REST', adminOf(service))
})
afterAll(() => service.stop())
beforeEach(async () => {
  await fill(service)
  person_id = (await call('people.add', PERSON)).body.id
  await givePassword(service.database, [person_id])
})

/** What is answered to a page that was opened before a change of the person, once it has been made. */
async function statusAfter(change: object): Promise<number> {
  const page = await service.browser(PERSON.mail, PASSWORD)
  expect((await page.rest('GET /api/me')).status).toBe(200)
  expect((await call('people.update', { person_id, ...change })).status).toBe(200)
  return (await page.rest('GET /api/me')).status
}

test.each([
  ['sees another branch', { branch: 'north' }],
  ['may do less', { post: 'reader' }],
  ['is suspended', { standing: 'suspended' }],
])('who %s from now on is signed out', async (_what, change) => {
  expect(await statusAfter(change)).toBe(401)
})

test.each([
  ['has another name', { full_name: 'Mary Somerville' }],
  ['has another address', { mail: 'mary.somerville@example.com' }],
])('who %s stays signed in', async (_what, change) => {
  expect(await statusAfter(change)).toBe(200)
})

test('who signs in at a branch is shown the books of that branch alone', async () => {
  const { body: there } = await call('books.add', {
    branch: 'south',
    title: 'Emma',
    author: 'Jane Austen',
    pages: 474,
    published: '1815-12-23',
    shelf: 'B-3',
  })
  const page = await service.browser(PERSON.mail, PASSWORD)
  const { body } = await page.rest('GET /api/books')
  expect(body.data).toEqual([there])
})

async function atService() {
  const [url, admin] = [await addressOf(service.app), adminOf(service)]
  const send = (request: string, body: object) => admin.rest(request, body)
  return { send, open: (path: string, init: RequestInit) => fetch(url + path, init) }
}

async function atMock() {
  const mock = createMock()
  return { send: callerOf(mock), open: (path: string, init: RequestInit) => mock.fetch(mock.baseUrl + path, init) }
}

test.each([
  ['service', atService],
  ['mock', atMock],
])(
  'who sees another branch from now on hears nothing more over what a key has opened, at the %s',
  async (_which, at) => {
    const { send, open } = await at()
    const { id } = (await send('POST /api/people', { ...PERSON, mail: 'grace@example.com' })).body
    const key = { name: 'Scanner', role: 'clerk', scopes: ['read:events', 'read:books'], user_id: id }
    const { secret } = (await send('POST /api/api-keys', key)).body
    const stream = await open('/events', { headers: { 'x-api-key': secret } })
    expect(stream.status).toBe(200)
    expect((await send(`PATCH /api/people/${id}`, { branch: 'north' })).status).toBe(200)
    expect(await stream.text()).not.toContain('book')
  },
)
