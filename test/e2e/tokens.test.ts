import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deny } from '@roster/core/server'
import { signingKeys, TokenMaker } from '@roster/test/access-tokens'
import { copyDatabase, onPostgres, type TestDatabase } from '@roster/test/database'
import { killAll, launch, SHARED_SECRET } from '@roster/test/process'
import { afterAll, beforeAll, expect, test } from 'vitest'

const directory = mkdtempSync(join(tmpdir(), 'roster-tokens-'))

let issuer: Server
let tokens: TokenMaker
let copy: TestDatabase
let url: string
beforeAll(async () => {
  copy = await copyDatabase()
  const { publicKeys } = await signingKeys()
  issuer = createServer(({ url: path }, response) => {
    const isDiscovery = path === '/.well-known/openid-configuration'
    response.end(
      JSON.stringify(isDiscovery ? { issuer: tokens.issuer, jwks_uri: `${tokens.issuer}/keys` } : publicKeys),
    )
  }).listen(0, '127.0.0.1')
  await once(issuer, 'listening')
  tokens = new TokenMaker(`http://127.0.0.1:${(issuer.address() as AddressInfo).port}`, Date.now)
  const database = copy.url ? { DATABASE_URL: copy.url, ROSTER_SECRET: SHARED_SECRET } : {}
  const settings = { ROSTER_ISSUER: tokens.issuer, ROSTER_AUDIENCE: 'roster', ROSTER_DATA_DIR: directory }
  url = (await launch({ ...settings, ...database }).ready()).url
})
afterAll(async () => {
  await killAll()
  issuer.close()
  await copy.drop()
  rmSync(directory, { recursive: true })
})

const make = (claims: object) => tokens.make({ aud: 'roster', ...claims })
const statusOf = async (token: string) =>
  (await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status

test('a service with ROSTER_ISSUER and ROSTER_AUDIENCE takes the tokens of that issuer for that audience', async () => {
  expect(await statusOf(await make({}))).toBe(200)
  expect(await statusOf(await make({ aud: url }))).toBe(401)
})

test.runIf(onPostgres)('what one process denies, another one refuses within a second', async () => {
  // The shortest time of five: a busy machine makes some of them longer, and none shorter.
  let shortest = Number.POSITIVE_INFINITY
  for (let nth = 0; nth < 5 && shortest >= 1_000; nth++) {
    const jti = `denied ${nth}`
    const token = await make({ jti })
    expect(await statusOf(token)).toBe(200)
    const transaction = copy.database.transaction()
    await deny(transaction, { token: jti }, Date.now())
    await transaction.commit()
    const denied = performance.now()
    await expect.poll(() => statusOf(token)).toBe(401)
    shortest = Math.min(shortest, performance.now() - denied)
  }
  expect(shortest).toBeLessThan(1_000)
})
