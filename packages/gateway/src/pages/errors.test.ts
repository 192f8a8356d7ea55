import { errors } from '@roster/test/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { escaped } from './html.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test.each(Object.entries(errors))('%s has a page that says what happened and what to do', async (code, entry) => {
  const { status, headers, body } = await service.anonymous.rest<string>(`GET /errors/${code}`)
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  expect(body).toContain(`<h1>${escaped(entry.title)}</h1>`)
  const text = body.replaceAll(/<\/?code>/g, '`')
  expect(text).toContain(escaped(entry.description))
  expect(text).toContain(escaped(entry.remedy))
})

test('all of them are listed', async () => {
  const { body } = await service.anonymous.rest<string>('GET /errors')
  const listed = Array.from(body.matchAll(/href="\/errors\/([^"]+)"/g), ([, code]) => code)
  expect(listed).toEqual(Object.keys(errors))
})

test('links lead to pages below the path of the base URL', async () => {
  const below = await startService({ baseUrl: `${BASE_URL}/api` })
  for (const path of ['/errors', '/errors/gone']) {
    const { body } = await below.anonymous.rest<string>(`GET ${path}`)
    const links = Array.from(body.matchAll(/<a href="([^"]*)"/g), ([, address]) => address)
    expect(links).not.toEqual([])
    expect(links.filter((address) => !address?.startsWith('/api/'))).toEqual([])
  }
  await below.stop()
})

test.each(['GET /v1/users', 'GET /nowhere', 'DELETE /v1/users', 'GET /%ff', 'TRACE /', 'POST /trpc/users.create'])(
  'the type of what %s answers opens a page',
  async (request) => {
    const { body } = await service.anonymous.rest(request)
    const { type } = body.error?.data.problem ?? body
    expect(type).toMatch(`${BASE_URL}/errors/`)
    expect(await service.anonymous.rest(`GET ${type.slice(BASE_URL.length)}`)).toMatchObject({ status: 200 })
  },
)
