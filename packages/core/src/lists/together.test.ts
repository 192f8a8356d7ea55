import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Service, startService } from '@roster/test/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Runs calls together, and counts the statements that read or count users meanwhile. */
async function together<Result>(...calls: (() => Promise<Result>)[]) {
  const query = vi.spyOn(service.database.reads, 'query')
  const results = await Promise.all(calls.map((call) => call()))
  const texts = query.mock.calls.map(([{ text }]) => text).filter((text) => /select (?!h\.).*from .*"users"/.test(text))
  query.mockRestore()
  return { results, texts }
}

const list = (query: string) => () => service.admin.rest(`GET /v1/users?${query}`)

test('equal lists share their statements, and other pages the count', async () => {
  const equal = await together(list('page=1'), list('page=1'), list('page=1'))
  const other = await together(list('page=1'), list('page=2'))
  for (const { body } of equal.results) expect(body).toEqual(equal.results[0]!.body)
  expect(new Set(equal.texts).size).toBe(equal.texts.length)
  expect(other.texts.filter((text) => text.includes('count(*)'))).toHaveLength(1)
})

test('who lists beside others sees what they may see, and no more', async () => {
  const [one, another] = [await service.viewer('Beside'), await service.viewer('Further beside')]
  const own = (viewer: typeof one) => () => viewer.rest('GET /v1/users?page=1')
  const { results } = await together(list('page=1'), own(one), own(another), list('page=1'))
  const { total } = results[0]!.body.pagination
  expect(results.map(({ body }) => body.pagination.total)).toEqual([total, 1, 1, total])
  const seen = [results[1], results[2]].map((result) => result!.body.data.map(({ id }: { id: string }) => id))
  expect(seen).toEqual([[one.id], [another.id]])
})

test('a list sees what was acknowledged before it, whoever lists at the same time', async () => {
  for (let nth = 0; nth < 20; nth++) {
    const meanwhile = list('page=1')()
    const { body } = await service.admin.rest('POST /v1/users', {
      name: 'New',
      email: `new-${nth}@example.com`,
      role: 'viewer',
    })
    const [seen] = (await list('page=1&limit=1&search=new')()).body.data
    const page = (await list('page=1&limit=100')()).body
    expect(seen).toBeDefined()
    expect(page.data.map(({ id }: { id: string }) => id)).toContain(body.id)
    await meanwhile
  }
})
