import { expect, test } from 'vitest'
import { DatabaseUnreachable } from './unreachable.ts'

const refused = (code: string) =>
  new DatabaseUnreachable('postgres://roster:secret@db/roster', Object.assign(new Error('why'), { code }))

test('a server whose certificate nobody here vouches for is told with what names who does, and without the password', () => {
  for (const code of ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
    expect(refused(code).message).toBe(
      'The database server at db:5432 cannot be used: why. Name the authorities of its certificate in DATABASE_URL: ' +
        '?sslmode=verify-full&sslrootcert=/path/to/authorities.pem',
    )
  expect(refused('ECONNREFUSED').message).toBe(
    'The database server at db:5432 cannot be used: why. Check that it runs, and that DATABASE_URL names it, its user and its database rightly.',
  )
})
