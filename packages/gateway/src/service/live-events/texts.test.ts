import { resources } from '@roster/api'
import { htmlFaults } from '@roster/test/html'
import { application } from '@roster/test/application'
import { SITE, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveEventsTexts } from './texts.ts'

const texts = liveEventsTexts(SITE, application.resources)
const paths = texts.map(({ path }) => path)

let service: Service
beforeAll(async () => {
  service = await startService({ texts })
})
afterAll(() => service.stop())

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url, headers })

test('the page is valid HTML with one h1, and runs nothing but the modules that are served beside it', async () => {
  const { payload } = await get('/docs/events')
  expect(await htmlFaults(payload)).toEqual([])
  expect(payload.match(/<h1/g)).toHaveLength(1)
  expect(payload).not.toMatch(/<script(?! type="module" src=)|\sstyle=|\son\w+=|url\(|@import/)
  const loaded = [...payload.matchAll(/(?:src|rel="modulepreload" href)="([^"]*)"/g)].map(([, address]) => address)
  expect(new Set(loaded)).toEqual(new Set(paths.slice(1)))
})

test('every module that a module imports is served and loaded early', async () => {
  const modules = await Promise.all(paths.slice(1).map((path) => get(path)))
  const imported = modules.flatMap(({ payload }) => [...payload.matchAll(/from '\.\/(.*)'/g)].map(([, file]) => file))
  expect(new Set(imported.map((file) => `/docs/events/${file}`))).toEqual(new Set(paths.slice(2)))
})

test('the choices are the catalogue of the contract, and the paths are those of its operations', async () => {
  const { payload } = await get('/docs/events')
  const choices = [...payload.matchAll(/type="checkbox" value="([^"]*)"/g)].map(([, name]) => name)
  expect(choices).toEqual(Object.values(resources).flatMap(({ contract }) => Object.keys(contract.events)))
  const known = Object.values(resources).flatMap(({ contract }) =>
    Object.values({ ...contract.operations, ...contract.rest }).map(({ path }) => path),
  )
  const named = [...payload.matchAll(/data-[\w-]+="(\/[^"]*)"/g)].map(([, path]) => path)
  expect(named).toHaveLength(7)
  expect(known).toEqual(expect.arrayContaining(named))
})

test('the page finds its modules and operations below the path of the base URL', async () => {
  const [page] = liveEventsTexts({ ...SITE, baseUrl: `${SITE.baseUrl}/api` }, application.resources)
  const document = (await page?.content()) ?? ''
  const named = [...document.matchAll(/(?:src|href|data-[\w-]+)="(\/[^"]*)"/g)].map(([, path]) => path)
  expect(named).toHaveLength(15)
  expect(named.filter((path) => !path?.startsWith('/api/'))).toEqual([])
})

test('the page may run scripts of this service and call it, and nothing else', async () => {
  const { headers } = await get('/docs/events')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
  expect(String(headers['content-security-policy']).replaceAll(/sha256-[\w+/=]+/g, 'sha256-X')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-X' 'sha256-X'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
})

describe.each(paths)('%s', (path) => {
  test('is not sent again to who has it', async () => {
    const { headers, statusCode, payload } = await get(path)
    expect(statusCode).toBe(200)
    expect(headers.etag).toMatch(/^"[^"]+"$/)
    expect(await get(path, { 'if-none-match': String(headers.etag) })).toMatchObject({ statusCode: 304, payload: '' })
    expect((await get(path, {}, 'HEAD')).headers).toMatchObject({
      etag: headers.etag,
      'content-length': String(Buffer.byteLength(payload)),
    })
  })

  test('takes GET only', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect(await service.anonymous.rest(`${method} ${path}`)).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD, OPTIONS' },
        body: { code: 'method-not-allowed' },
      })
  })
})
