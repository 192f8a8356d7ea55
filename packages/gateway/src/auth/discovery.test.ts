import { expect, test } from 'vitest'
import { discover } from './discovery.ts'

/** Whether an issuer may have its keys at an address. */
const isTaken = (issuer: string, jwks_uri: string) =>
  discover(issuer, async (_addresses, schema) => schema.parse({ issuer, jwks_uri })).then(
    (address) => address === jwks_uri,
    () => false,
  )

test.each([
  ['https://id.example.com', 'https://keys.example.com/jwks', true],
  ['https://id.example.com', 'http://id.example.com/jwks', false],
  ['https://id.example.com', 'ftp://id.example.com/jwks', false],
  ['https://id.example.com', '/jwks', false],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/jwks', true],
  ['http://127.0.0.1:8080', 'https://127.0.0.1:8443/jwks', true],
])('keys of %s are read from %s: %s', async (issuer, address, isGood) => {
  expect(await isTaken(issuer, address)).toBe(isGood)
})

const addressesOf = async (issuer: string) => {
  let asked: readonly string[] = []
  await discover(issuer, async (addresses, schema) => {
    asked = addresses
    return schema.parse({ issuer, jwks_uri: `${new URL(issuer).origin}/jwks` })
  })
  return asked
}

test.each([
  ['https://id.example.com', ''],
  ['https://id.example.com/', ''],
  ['https://id.example.com/tenant', '/tenant'],
  ['https://id.example.com/tenant/', '/tenant'],
])('the documents of %s are where OpenID Connect and OAuth say', async (issuer, path) => {
  expect(await addressesOf(issuer)).toEqual([
    `https://id.example.com${path}/.well-known/openid-configuration`,
    `https://id.example.com/.well-known/oauth-authorization-server${path}`,
  ])
})

test('a document of another issuer is refused', async () => {
  const jwks_uri = 'https://id.example.com/jwks'
  const read = discover('https://id.example.com', async (_addresses, schema) =>
    schema.parse({ issuer: 'https://id.example.com/', jwks_uri }),
  )
  await expect(read).rejects.toThrow('issuer')
})
