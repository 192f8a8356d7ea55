import * as crypto from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

const PASSWORD = 'correct horse battery staple'

test('a password is kept as argon2id with the parameters of OWASP and a salt of its own', async () => {
  const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
})

test('only the password itself fits its hash', async () => {
  const hashed = await hashPassword(PASSWORD)
  expect(await isPassword(PASSWORD, hashed)).toBe(true)
  for (const other of ['', `${PASSWORD} `, PASSWORD.toUpperCase(), hashed])
    expect(await isPassword(other, hashed)).toBe(false)
})

test('a password fits however a keyboard writes it', async () => {
  const hashed = await hashPassword('Zoë’s ﬁne passphrase')
  expect(await isPassword('Zoe\u0308’s fine passphrase', hashed)).toBe(true)
})

test('where there is no hash no password fits', async () => {
  for (const password of [PASSWORD, '']) {
    expect(await isPassword(password, null)).toBe(false)
    expect(await isPassword(password, undefined)).toBe(false)
  }
})

test.skipIf(!('argon2Sync' in crypto))('another implementation makes the same hash', async () => {
  const [, , , , salt, tag] = (await hashPassword(PASSWORD)).split('$')
  const options = { message: PASSWORD, nonce: Buffer.from(salt!, 'base64'), memory: 19_456, passes: 2, parallelism: 1 }
  const made = crypto.argon2Sync('argon2id', { ...options, tagLength: 32 })
  expect(made.toString('base64').replace(/=+$/, '')).toBe(tag)
})
