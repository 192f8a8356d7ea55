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

/** What is in the cells of a row of a table, without the tags in them. */
const cellsOf = (row: string) =>
  Array.from(row.matchAll(/<td[^>]*>([^]*?)<\/td>/g), ([, cell]) => cell!.replaceAll(/<[^>]*>/g, '').trim())

test('all of them are listed, with what they mean', async () => {
  const { body } = await service.anonymous.rest<string>('GET /errors')
  const rows = body.split('<tr>').slice(2)
  const links = Array.from(body.matchAll(/href="\/errors\/([^"]+)"/g), ([, code]) => code)
  expect(links).toEqual(Object.keys(errors))
  expect(rows.map(cellsOf)).toEqual(
    Object.entries(errors).map(([code, { status, title }]) => [String(status), code, escaped(title)]),
  )
})

test('the page of an error says its status, and shows how it looks', async () => {
  for (const code of ['validation-failed', 'not-found'] as const) {
    const { body } = await service.anonymous.rest<string>(`GET /errors/${code}`)
    const { status, title } = errors[code]!
    expect(body).toContain(`Status ${status} · code <code>${code}</code>`)
    const [, shown = ''] = /<pre[^>]*>([^]*)<\/pre>/.exec(body) ?? []
    const example = JSON.parse(shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'"))
    expect(example).toMatchObject({ type: `${BASE_URL}/errors/${code}`, status, title, code })
  }
  expect(await service.anonymous.rest('GET /errors/nothing')).toMatchObject({
    status: 404,
    body: {
      code: 'not-found',
      detail: `There is no error of this name. All of them are listed at ${BASE_URL}/errors.`,
    },
  })
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
