import { BASE_URL, type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBasePath, withoutTrailingSlash } from './redirects.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

test.each([
  ['/users', '/v1/users'],
  ['/users/', '/v1/users'],
  ['/users?limit=1&search=a%20b', '/v1/users?limit=1&search=a%20b'],
  ['/users/usr_1/orders', '/v1/users/usr_1/orders'],
  ['/me', '/v1/me'],
  ['/api-keys', '/v1/api-keys'],
  ['/v1/users/', '/v1/users'],
  ['/v1/users///', '/v1/users'],
  ['/v1/users/?limit=1', '/v1/users?limit=1'],
  ['/v1/users/usr_1/', '/v1/users/usr_1'],
  ['/v1/nothing/', '/v1/nothing'],
  ['/events/', '/events'],
  ['/events/?types=user.created', '/events?types=user.created'],
  ['/ws/', '/ws'],
  ['/docs/', '/docs'],
  ['/errors/gone/', '/errors/gone'],
  ['/errors/', '/errors'],
  ['/trpc/', '/trpc'],
  ['/authorize/', '/authorize'],
  ['/device/verify/?user_code=WDJB', '/device/verify?user_code=WDJB'],
  ['/nothing/', '/nothing'],
])('%s is at %s, for every method and before anyone is asked who calls', async (path, location) => {
  for (const method of METHODS) {
    const answer = await service.anonymous.rest(`${method} ${path}`, method === 'POST' ? {} : undefined)
    expect(answer).toMatchObject({ status: 308, headers: { location: BASE_URL + location }, body: undefined })
  }
})

test.each(['/users', '/users/usr_1/orders', '/v1/', '/v1/users/', '/v1/users/usr_1/', '/docs/', '/nothing/'])(
  'OPTIONS %s is answered like that of any path with nothing at it, not redirected',
  async (path) => {
    const answer = await service.anonymous.rest(`OPTIONS ${path}`)
    expect(answer).toMatchObject({ status: 204, body: undefined })
    expect(answer.headers).not.toHaveProperty('location')
    expect(answer.headers).not.toHaveProperty('allow')
  },
)

test('the root is found at the API reference, at the public address', async () => {
  expect(await service.anonymous.rest('GET /')).toMatchObject({
    status: 302,
    headers: { location: `${BASE_URL}/docs` },
  })
})

test.each([
  '//users',
  '//evil.example/users',
  '//v1/users/',
  '//events/',
  '/nothing',
  '/nothing/users',
  '/Users',
  '/usersx',
  '/constructor',
])('%s leads nowhere', async (path) => {
  const answer = await service.anonymous.rest(`GET ${path}`)
  expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
  expect(answer.headers).not.toHaveProperty('location')
})

test.each([String.raw`/users\x/`, String.raw`/users/a\b`, String.raw`/v1/users\/`, String.raw`/\evil.example/`])(
  '%s, whose backslashes browsers take for slashes, leads nowhere',
  (path) => {
    const paths = { basePath: '/v1', resources: new Set(['users']) }
    expect([withoutTrailingSlash(path), withBasePath(path, paths)]).toEqual([undefined, undefined])
  },
)
