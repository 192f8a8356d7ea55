import { expect, test } from 'vitest'
import { ToldPaths } from './told-paths.ts'

const paths = new ToldPaths()
for (const route of ['/v1/users/:user_id', '/v1/users/batch', '/trpc/:path', '/files/*']) paths.learnRoute(route)
paths.learnNames(['users.get', 'me.get'])

test.each([
  ['/', '/'],
  ['/v1/users/batch', '/v1/users/batch'],
  ['/v1/users/usr_01KAJQ7W5M8XV2R4T6Y9B3D500', '/v1/users/usr_01KAJQ7W5M8XV2R4T6Y9B3D500'],
  ['/v1/users/ada', '/v1/users/REDACTED'],
  ['/v1/users/ada@example.com', '/v1/users/REDACTED'],
  ['/trpc/users.get,me.get', '/trpc/users.get,me.get'],
  ['/trpc/users.get,ada.lovelace', '/trpc/REDACTED'],
  ['/wp-admin/users', '/REDACTED/users'],
  ['/:user_id', '/REDACTED'],
])('%s is told as %s', (path, told) => {
  expect(paths.tell(path)).toBe(told)
})
