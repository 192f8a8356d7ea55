import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const file = fileURLToPath(import.meta.url)

describe('an issuer is', () => {
  test.each([
    'https://id.example.com',
    'https://id.example.com/',
    'https://id.example.com/tenant',
    'http://localhost:4000',
    'http://127.0.0.1:4000/tenant',
    'http://[::1]:4000',
  ])('taken as it is written: %s', (ROSTER_ISSUER) => {
    expect(readSettings({ ROSTER_ISSUER })).toMatchObject({ ROSTER_ISSUER })
  })

  test.each([
    'id.example.com',
    'http://id.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'ftp://id.example.com',
    'https://id.example.com?tenant=1',
    'https://id.example.com#x',
  ])('refused: %s', (ROSTER_ISSUER) => {
    expect(() => readSettings({ ROSTER_ISSUER })).toThrow(SettingsError)
  })
})

test('authorities of clients need a certificate of our own', () => {
  expect(() => readSettings({ ROSTER_TLS_CLIENT_CA: file })).toThrow(
    'ROSTER_TLS_CLIENT_CA needs ROSTER_TLS_CERT and ROSTER_TLS_KEY: a proxy that terminates TLS checks certificates itself.',
  )
  const all = { ROSTER_TLS_CLIENT_CA: file, ROSTER_TLS_CERT: file, ROSTER_TLS_KEY: file }
  expect(readSettings(all)).toMatchObject(all)
})

test('keys in the query are off and throttles are on unless it is said', () => {
  expect(readSettings({})).toMatchObject({ ROSTER_API_KEY_IN_QUERY: 'off', ROSTER_AUTH_THROTTLE: 'on' })
})

test('addresses that webhooks may reach are addresses and ranges', () => {
  expect(readSettings({})).toMatchObject({ ROSTER_WEBHOOK_ALLOW: [] })
  const ROSTER_WEBHOOK_ALLOW = '127.0.0.0/8, ::1,10.0.0.7'
  expect(readSettings({ ROSTER_WEBHOOK_ALLOW })).toMatchObject({
    ROSTER_WEBHOOK_ALLOW: ['127.0.0.0/8', '::1', '10.0.0.7'],
  })
  for (const bad of ['localhost', '10.0.0.0/33', '*', '10.0.0.0/8;::1'])
    expect(() => readSettings({ ROSTER_WEBHOOK_ALLOW: bad })).toThrow('ROSTER_WEBHOOK_ALLOW must be')
})

test('limits that are not named keep their default', () => {
  expect(readSettings({}).ROSTER_LIMITS).toEqual({ endpoints: 100, keys: 10_000, clients: 1_000, exports: 100 })
  expect(readSettings({ ROSTER_LIMITS: 'keys=7, exports=3' }).ROSTER_LIMITS).toEqual({
    endpoints: 100,
    keys: 7,
    clients: 1_000,
    exports: 3,
  })
  for (const bad of ['off', 'keys', 'keys=0', 'keys=1.5', 'users=5', 'keys=5;exports=3', 'keys=5,'])
    expect(() => readSettings({ ROSTER_LIMITS: bad })).toThrow('ROSTER_LIMITS must be how much one maker may have')
})
