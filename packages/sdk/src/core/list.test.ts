import { json, scriptedFetch } from '@roster/test/scripted-fetch'
import { expect, test } from 'vitest'
import { Roster } from '../roster.ts'

const page = (ids: number[], next_cursor: string | null) =>
  json(200, { data: ids.map((id) => ({ id })), next_cursor, has_more: next_cursor !== null })

function clientOf(...pages: Response[]) {
  const { fetch, sent } = scriptedFetch(...pages)
  return { roster: new Roster({ apiKey: 'key', fetch }), sent }
}

function listOf(...pages: Response[]) {
  const { roster, sent } = clientOf(...pages)
  const list = roster.users.list({ limit: 2 })
  return { list, cursors: () => sent.map(({ url }) => new URL(url).searchParams.get('cursor')) }
}

const idsOf = async (list: AsyncIterable<{ id: unknown }>) => {
  const ids: unknown[] = []
  for await (const { id } of list) ids.push(id)
  return ids
}

test('nothing is sent before a list is read, and pages only as they are needed', async () => {
  const { list, cursors } = listOf(page([1, 2], 'b'), page([3], null))
  await Promise.resolve()
  expect(cursors()).toEqual([])
  for await (const { id } of list) if ((id as unknown) === 2) break
  expect(cursors()).toEqual([''])
})

test.each([undefined, null, ''])('a list begins at its beginning where its cursor is %j', async (cursor) => {
  const { roster, sent } = clientOf(page([1], null))
  await roster.users.list({ limit: 2, cursor: cursor as never })
  expect(sent[0]!.url).toBe('http://localhost:3000/v1/users?limit=2&cursor=')
})

test('an empty page with a cursor goes on; a null cursor ends, and nothing else does', async () => {
  const { list, cursors } = listOf(page([1], 'b'), page([], 'c'), page([2], null))
  expect(await idsOf(list)).toEqual([1, 2])
  expect(cursors()).toEqual(['', 'b', 'c'])
})

test.each([
  ['of the page itself', ['b', 'b']],
  ['of an earlier page', ['b', 'c', 'b']],
  ['of the beginning', ['']],
])('a cursor that repeats, %s, ends the walk with an error', async (_which, cursors) => {
  const { list } = listOf(...cursors.map((cursor) => page([1], cursor)), page([1], 'never'))
  await expect(idsOf(list)).rejects.toMatchObject({
    name: 'RosterError',
    message: expect.stringContaining('gave a cursor that it gave before'),
  })
})

test('a list that was awaited can be iterated, and iterated again, from a new first page', async () => {
  const { list, cursors } = listOf(page([1], 'b'), page([2], null), page([3], 'd'), page([4], null))
  expect((await list).data).toEqual([{ id: 1 }])
  expect([await idsOf(list), await idsOf(list)]).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(cursors()).toEqual(['', 'b', '', 'd'])
})

test('a list whose first page failed can be iterated again', async () => {
  const { list } = listOf(json(400, { code: 'bad-request' }), page([1], null))
  await expect(idsOf(list)).rejects.toMatchObject({ status: 400 })
  expect(await idsOf(list)).toEqual([1])
})

test('a page can be asked twice for the next', async () => {
  const { list } = listOf(page([1], 'b'), page([2], null), page([2], null))
  const first = await list
  expect([(await first.nextPage())!.data, (await first.nextPage())!.data]).toEqual([[{ id: 2 }], [{ id: 2 }]])
})

test('the first page comes with its response; `pages` gives all', async () => {
  const { list } = listOf(page([1], 'b'), page([2], null))
  const { data, response } = await list.withResponse()
  expect([data.has_more, response.status]).toEqual([true, 200])
  const pages: unknown[] = []
  for await (const { data: records } of list.pages()) pages.push(records)
  expect(pages).toEqual([[{ id: 1 }], [{ id: 2 }]])
})

test('an error of the first page can be caught, and `finally` runs', async () => {
  const { list } = listOf()
  let ended = 0
  const failed = list.finally(() => ended++).catch((error: unknown) => error)
  expect([await failed, ended]).toEqual([expect.objectContaining({ name: 'BadRequestError' }), 1])
})

test.each([null, [], {}, { data: [] }, { data: 5, next_cursor: null }])(
  'an answer that is no page is an error: %j',
  async (body) => {
    const failure = expect.objectContaining({
      name: 'RosterError',
      message: expect.stringContaining('no page of a list'),
    })
    await expect(listOf(json(200, body)).list).rejects.toEqual(failure)
    await expect(idsOf(listOf(json(200, body)).list)).rejects.toEqual(failure)
  },
)

test.each([null, 'role=admin', 5n, []])('a query that is no object is refused, with what to write: %o', (query) => {
  const { roster, sent } = clientOf()
  expect(() => roster.users.list(query as never)).toThrow(
    expect.objectContaining({
      name: 'RosterError',
      message: `The query of the list is ${String(query)}. Pass an object, such as { limit: 20 }.`,
    }),
  )
  expect(sent).toEqual([])
})

test('a query that changes later changes no list', async () => {
  const { roster, sent } = clientOf(page([1], 'c'), page([2], null))
  const query = { limit: 1 }
  const list = roster.users.list(query)
  query.limit = 5
  await idsOf(list)
  expect(sent.map(({ url }) => new URL(url).searchParams.get('limit'))).toEqual(['1', '1'])
})

test('the cursor of a query says where a list begins', async () => {
  const { roster, sent } = clientOf(page([1], 'c'), page([2], null))
  expect(await idsOf(roster.users.list({ limit: 1, cursor: 'b' }))).toEqual([1, 2])
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=1&cursor=b', '?limit=1&cursor=c'])
})
