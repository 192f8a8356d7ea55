import { namingOf } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { cookieName } from './cookie-name.ts'

test('over https other hosts cannot set its cookies', () => {
  const naming = namingOf('Library')
  expect(cookieName('session', { naming, baseUrl: 'http://localhost:3000' })).toBe('library_session')
  expect(cookieName('session', { naming, baseUrl: 'https://api.example.com' })).toBe('__Host-library_session')
})
