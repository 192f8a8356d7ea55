import { expect, test } from 'vitest'
import { cookieName } from './cookie-name.ts'
import { namingOf } from './naming.ts'

test('what a service is called follows from the name of its application', () => {
  expect(namingOf('Roster')).toEqual({ title: 'Roster', slug: 'roster', prefix: 'ROSTER_', product: 'Roster' })
  expect(namingOf('Public Library, 2nd')).toEqual({
    title: 'Public Library, 2nd',
    slug: 'public_library_2nd',
    prefix: 'PUBLIC_LIBRARY_2ND_',
    product: 'PublicLibrary2nd',
  })
})

test.each(['', '42', '図書館', '2nd Library'])('an application cannot be called %j', (name) => {
  expect(() => namingOf(name)).toThrow(`The application is called "${name}", which begins with no letter`)
})

test('over https other hosts cannot set its cookies', () => {
  const naming = namingOf('Library')
  expect(cookieName('session', { naming, baseUrl: 'http://localhost:3000' })).toBe('library_session')
  expect(cookieName('session', { naming, baseUrl: 'https://api.example.com' })).toBe('__Host-library_session')
})
