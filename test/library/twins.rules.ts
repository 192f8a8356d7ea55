import type { Scenario } from '../support/world.ts'

const BOOK = {
  branch: 'north',
  title: 'Notes by the Translator',
  author: 'Ada Lovelace',
  pages: 66,
  published: '1843-09-01',
  shelf: 'A-12',
}
const LOAN = { borrower: 'Mary Somerville', due_on: '2026-12-24' }
const PERSON = {
  branch: 'north',
  full_name: 'Mary Somerville',
  mail: 'mary@example.com',
  post: 'reader',
  joined_on: '2026-11-21',
}
const PASSWORD = 'correct horse battery staple'
const ONCE = { 'idempotency-key': 'once' }

/** What the contract of the library does not tell. */
export const RULES: Record<string, Scenario> = {
  async 'a book is lent once, comes back to its shelf, and is lent again'(world) {
    const { id } = await world.make('/api/books', BOOK)
    const act = (name: string, body?: object) => world.send(`POST /api/books/${id}/${name}`, { body })
    await act('return')
    for (const name of ['loans', 'loans', 'checkout']) await act(name, LOAN)
    world.twin.clock.advance(1_000)
    await act('return')
    await act('checkout', { ...LOAN, borrower: 'Charles Babbage' })
    await world.send(`GET /api/books/${id}`)
    await world.send('GET /api/events')
  },

  async 'a book on loan can be changed and withdrawn, and its label follows'(world) {
    const { id } = await world.make('/api/books', BOOK)
    await world.send(`POST /api/books/${id}/loans`, { body: LOAN })
    await world.send(`PATCH /api/books/${id}`, { body: { title: 'Notes & Queries <1843>', published: '1843-09-02' } })
    const { headers } = await world.send(`GET /api/books/${id}/label`)
    await world.send(`GET /api/books/${id}/label`, { headers: { 'if-none-match': headers.get('etag')! } })
    await world.send(`DELETE /api/books/${id}`)
    await world.send(`GET /api/books/${id}/label`)
  },

  async 'an address is of one person, however it is written'(world) {
    const { id } = await world.make('/api/people', PERSON)
    const other = await world.make('/api/people', { ...PERSON, mail: 'ada@example.com' })
    await world.send('POST /api/people', { body: { ...PERSON, mail: 'Mary@EXAMPLE.com' } })
    await world.send(`PATCH /api/people/${other['id']}`, { body: { mail: 'mary@example.com' } })
    await world.send(`PATCH /api/people/${id}`, { body: { mail: 'MARY@example.com' } })
  },

  async 'shelves within shelves are kept, and refused where one of them is faulty'(world) {
    const within = (shelves: object[]) => ({ name: 'Mathematics', height: 2.1, shelves })
    const leaf = { name: 'A-12', height: 0.35, shelves: [] }
    const { id } = await world.make('/api/plans', { branch: 'north', floor: -1, shelves: [within([within([leaf])])] })
    for (const shelves of [
      [within([{ ...leaf, height: -1 }])],
      [within([{ ...leaf, depth: 3 }])],
      [within([leaf])],
      [leaf],
    ])
      await world.send(`PATCH /api/plans/${id}`, { body: { shelves } })
    await world.send('GET /api/plans?sort=floor&order=asc')
  },

  async 'a clerk sees and lends the books of its branch, and no others'(world) {
    const { id: user_id } = await world.make('/api/people', { ...PERSON, post: 'clerk' })
    const scopes = ['read:books', 'lend:books', 'read:people', 'read:events']
    const { secret: key } = await world.make('/api/api-keys', { name: 'Desk', role: 'clerk', scopes, user_id })
    const here = await world.make('/api/books', BOOK)
    const there = await world.make('/api/books', { ...BOOK, branch: 'south' })
    for (const { id } of [here, there] as { id: string }[]) {
      await world.send(`GET /api/books/${id}`, { key: String(key) })
      await world.send(`POST /api/books/${id}/loans`, { key: String(key), body: LOAN })
      await world.send(`DELETE /api/books/${id}`, { key: String(key) })
    }
    for (const path of ['books', 'books?branch=south', 'people', 'events', 'me'])
      await world.send(`GET /api/${path}`, { key: String(key) })
    await world.send(`PATCH /api/people/${user_id}`, { body: { branch: 'south' } })
    for (const path of ['books', 'events']) await world.send(`GET /api/${path}`, { key: String(key) })
  },

  async 'a librarian makes others librarians, and nobody else does'(world) {
    await world.make('/api/people', { ...PERSON, post: 'librarian' })
    const key = await world.keyWith(['write:people', 'read:people'])
    const { id } = await world.make('/api/people', { ...PERSON, mail: 'other@example.com' })
    for (const post of ['clerk', 'librarian']) {
      await world.send('POST /api/people', { body: { ...PERSON, mail: `${post}@example.com`, post }, key })
      await world.send(`PATCH /api/people/${id}`, { body: { post }, key })
    }
    await world.send(`POST /api/people/${id}/password`, { body: { password: 'Mary Somerville 1' } })
    await world.send(`POST /api/people/${id}/password`, { body: { password: 'correct horse battery staple' }, key })
  },

  async 'an export takes the scope of what it is of'(world) {
    const ofBooks = await world.keyWith(['read:books'])
    const ofPeople = await world.keyWith(['read:people'])
    for (const kind of ['books', 'people'])
      for (const key of [ofBooks, ofPeople]) {
        const { body: made } = await world.send('POST /api/exports', { body: { format: 'csv', kind }, key })
        await world.twin.makeExports()
        if (made.id === undefined) continue
        await world.send(`GET /api/exports/${made.id}`, { key })
        await world.send(`GET /api/exports/${made.id}/file`, { key })
      }
  },

  async 'an export that is not as it must be is refused by its scope first, and is told again to who holds that'(
    world,
  ) {
    const ofBooks = await world.keyWith(['read:books'])
    for (const kind of ['books', 'people', 'plans', undefined, 1])
      await world.send('POST /api/exports', { body: { format: 'pdf', kind }, key: ofBooks })
    const { id } = await world.make('/api/people', { ...PERSON, post: 'clerk' })
    await world.send(`POST /api/people/${id}/password`, { body: { password: PASSWORD } })
    for (const post of ['clerk', 'reader', 'clerk']) {
      await world.send(`PATCH /api/people/${id}`, { body: { post } })
      const headers = { ...(await world.signIn({}, { email: PERSON.mail, password: PASSWORD })), ...ONCE }
      for (const kind of ['people', 'books'])
        await world.send('POST /api/exports', { body: { format: 'csv', kind }, key: null, headers })
    }
  },

  async 'exports are of books or of people, of the branch that who asks sees'(world) {
    const { id: user_id } = await world.make('/api/people', { ...PERSON, post: 'clerk' })
    const scopes = ['read:books', 'read:people']
    const { secret } = await world.make('/api/api-keys', { name: 'Desk', role: 'clerk', scopes, user_id })
    const { id: lent } = await world.make('/api/books', BOOK)
    await world.send(`POST /api/books/${lent}/loans`, { body: LOAN })
    await world.make('/api/books', { ...BOOK, branch: 'south', author: 'Émilie du Châtelet' })
    for (const key of [world.twin.adminKey, String(secret)])
      for (const body of [
        { format: 'ndjson', kind: 'books' },
        { format: 'csv', kind: 'books', filter: { author: 'Ada Lovelace' } },
        { format: 'csv', kind: 'people', filter: { post: 'clerk' } },
        { format: 'csv', kind: 'people', filter: { author: 'Ada Lovelace' } },
        { format: 'csv', kind: 'plans' },
        { format: 'csv' },
      ]) {
        const { status, body: made } = await world.send('POST /api/exports', { body, key })
        if (status !== 202) continue
        await world.twin.makeExports()
        await world.send(`GET /api/exports/${made.id}`, { key })
        await world.send(`GET /api/exports/${made.id}/file`, { key })
      }
  },
}
