import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Call, over } from '../support/protocols.ts'
import { givePassword, PASSWORD } from '../support/passwords.ts'
import type { Service } from '../support/service.ts'
import { adminOf, fill, serviceOf } from '../support/subject.ts'
import { library } from './library.ts'

const PERSON = { branch: 'south', full_name: 'Mary', mail: 'mary@example.com', post: 'clerk', joined_on: '2026-03-01' }

let service: Service
let call: Call
let person_id: string
beforeAll(async () => {
  service = await serviceOf(library)
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
