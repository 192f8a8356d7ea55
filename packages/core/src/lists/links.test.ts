import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, HttpResponse } from '@roster/test/caller'
import { type Service, startService } from '@roster/test/service'

let service: Service
let admin: Caller
beforeAll(async () => {
  service = await startService()
  admin = service.admin
  const users = Array.from({ length: 7 }, (_, nth) => ({
    name: `N${nth}`,
    email: `n${nth}@example.com`,
    role: 'viewer' as const,
  }))
  await admin.sdk.users.createMany({ users })
})
afterAll(() => service.stop())

/** Reads on from a path by one kind of link, and returns the names on each page. */
async function follow(path: string, relation: string): Promise<string[]> {
  const pages: string[] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const { body, headers }: HttpResponse = await admin.rest(`GET ${next}`)
    pages.push(body.data.map((user: { name: string }) => user.name).join())
    next = new RegExp(`<http://roster\\.test([^>]*)>; rel="${relation}"`).exec(headers['link']!)?.[1]
  }
  return pages
}

const query = 'sort=name&order=asc&limit=3&fields=name&search=example.com'

test.each([
  ['next', `/v1/users?${query}`, ['N0,N1,N2', 'N3,N4,N5', 'N6']],
  ['next', `/v1/users?${query}&cursor=`, ['N0,N1,N2', 'N3,N4,N5', 'N6']],
  ['prev', `/v1/users?${query}&page=3`, ['N6', 'N3,N4,N5', 'N0,N1,N2']],
  ['prev', `/v1/users?${query}&page=9`, ['', 'N6', 'N3,N4,N5', 'N0,N1,N2']],
])('the links %s of %s lead through every page', async (relation, path, pages) => {
  expect(await follow(path, relation)).toEqual(pages)
})

test('a parameter that comes twice is 400', async () => {
  expect(await admin.rest('GET /v1/users?limit=1&limit=2')).toMatchObject({
    status: 400,
    body: { code: 'invalid-parameters', errors: [{ field: 'limit', code: 'repeated' }] },
  })
})
