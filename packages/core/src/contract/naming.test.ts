import { expect, test } from 'vitest'
import { namingOf } from './naming.ts'

test('what an application is called follows from its name', () => {
  expect(namingOf('Roster')).toEqual({
    title: 'Roster',
    slug: 'roster',
    prefix: 'ROSTER_',
    product: 'Roster',
    secretPrefixes: { apiKey: 'rk_', oauthClient: 'rcs_', session: 'rs_', ticket: 'rt_' },
  })
  expect(namingOf('Public Library, 2nd')).toEqual({
    title: 'Public Library, 2nd',
    slug: 'public_library_2nd',
    prefix: 'PUBLIC_LIBRARY_2ND_',
    product: 'PublicLibrary2nd',
    secretPrefixes: { apiKey: 'pl2k_', oauthClient: 'pl2cs_', session: 'pl2s_', ticket: 'pl2t_' },
  })
})

test('letters keep their places without their accents', () => {
  expect(namingOf('École Über')).toMatchObject({ title: 'École Über', slug: 'ecole_uber', product: 'EcoleUber' })
})

test('an application chooses what its secrets begin with', () => {
  expect(namingOf('Library', 'lib').secretPrefixes).toEqual({
    apiKey: 'libk_',
    oauthClient: 'libcs_',
    session: 'libs_',
    ticket: 'libt_',
  })
})

test.each(['', '42', '図書館', '2nd Library', '図書館 Library', 'Øre Notes'])(
  'an application cannot be called %j',
  (name) => {
    expect(() => namingOf(name)).toThrow(
      `The application is called "${name}", which begins with no letter from A to Z. Call it by one that does.`,
    )
  },
)

test('an application cannot be called by more than PostgreSQL takes for the name of a channel', () => {
  const name = 'Library '.repeat(6).trim()
  expect(() => namingOf(name)).toThrow(`The application is called "${name}". Call it by 40 letters at most.`)
})

test.each(['', 'Lib', 'l-b', '1lib', 'books'])('secrets cannot begin with %j', (keyPrefix) => {
  expect(() => namingOf('Library', keyPrefix)).toThrow(
    `The \`keyPrefix\` of the application is "${keyPrefix}". Make it one to four small letters and digits, of which the first is a letter.`,
  )
})
