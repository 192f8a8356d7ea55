import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { schema } from './schema.ts'
import { readSettings, SettingsError, unknownSettings } from './settings.ts'

const file = fileURLToPath(import.meta.url)
const ROSTER_SECRET = 'zMoOxPwt2e5Q0yPxGmVvA6yLlWq3kG8o9bq0mYxN4kE='

test('the environment is development unless it is said, and one of three', () => {
  expect(readSettings({}).NODE_ENV).toBe('development')
  expect(readSettings({ NODE_ENV: 'test' }).NODE_ENV).toBe('test')
  for (const NODE_ENV of ['Production', 'prod', 'staging', ' production'])
    expect(() => readSettings({ NODE_ENV })).toThrow('NODE_ENV must be development, test or production.')
})

describe('production', () => {
  const all = {
    NODE_ENV: 'production',
    ROSTER_SECRET,
    ROSTER_TRUST_PROXY: '1',
    ROSTER_PUBLIC_URL: 'https://api.example.com/',
  }

  test('needs a secret, an https address and TLS, and every one that is missing is named', () => {
    expect(readSettings(all)).toMatchObject({
      ...all,
      ROSTER_SECRET: [expect.any(Buffer)],
      ROSTER_TRUST_PROXY: 1,
      ROSTER_PUBLIC_URL: 'https://api.example.com',
    })
    expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(
      /^These settings cannot be used:\n {2}ROSTER_SECRET .*\n {2}ROSTER_PUBLIC_URL .*\n {2}Production needs https.*$/,
    )
  })

  test('with settings that are malformed as well names both kinds at once, and each setting once', () => {
    const faulty = {
      NODE_ENV: 'production',
      ROSTER_SECRET: 'secret',
      ROSTER_PUBLIC_URL: 'http://api.example.com',
      PORT: 'a',
    }
    expect(() => readSettings(faulty)).toThrow(
      /^These settings cannot be used:\n {2}PORT must .*\n {2}ROSTER_SECRET must be 32 .*\n {2}ROSTER_PUBLIC_URL must be set .*\n {2}Production needs https.*$/,
    )
  })

  test.each([undefined, 'http://api.example.com', 'http://localhost:3000'])(
    'is not reached at %s',
    (ROSTER_PUBLIC_URL) => {
      expect(() => readSettings({ ...all, ROSTER_PUBLIC_URL })).toThrow(
        'ROSTER_PUBLIC_URL must be set in production: the https address',
      )
    },
  )
})

test.each([
  'api.example.com',
  'ftp://a.example',
  'https://a.example?b',
  'https://a.example/#b',
  'https://u:p@a.example',
  'https://',
])('the public address is not %s', (ROSTER_PUBLIC_URL) => {
  expect(() => readSettings({ ROSTER_PUBLIC_URL })).toThrow('ROSTER_PUBLIC_URL must be')
})

test('the command line has one option, and every other word on it is named', () => {
  expect([readSettings({}).demo, readSettings({}, ['--demo']).demo]).toEqual([false, true])
  expect(() => readSettings({ PORT: 'http' }, ['--dmeo', 'demo', '-d', '--demo=no']))
    .toThrow(`These settings cannot be used:
  PORT must be a port number from 0 to 65535.
  --dmeo is no option of this program: there is --demo.
  demo is no option of this program: there is --demo.
  -d is no option of this program: there is --demo.
  --demo=no is no option of this program: there is --demo.`)
})

test('variables that are named like settings and are none come with the nearest that is one', () => {
  const environment = { ROSTER_SECRT: 'x', ROSTER_PUBLIC_URI: 'x', ROSTER_LIMITS: 'x', PATH: 'x', roster_secret: 'x' }
  expect(unknownSettings(environment)).toEqual([
    { name: 'ROSTER_SECRT', nearest: 'ROSTER_SECRET' },
    { name: 'ROSTER_PUBLIC_URI', nearest: 'ROSTER_PUBLIC_URL' },
  ])
})

test('the table of settings in the README has every one, and no other', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
  const [, table] = readme.split('\n## Settings\n')
  const rows = table!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => row.split('|')[1]!.match(/[A-Z_]+/g)!)
  expect(named.toSorted()).toEqual(Object.keys(schema.shape).toSorted())
})

test('metrics have a port of their own', () => {
  expect(readSettings({ ROSTER_METRICS_PORT: '9464' }).ROSTER_METRICS_PORT).toBe(9_464)
  expect(() => readSettings({ PORT: '4000', ROSTER_METRICS_PORT: '4000' })).toThrow('another port than PORT')
  expect(() => readSettings({ ROSTER_METRICS_PORT: '0' })).toThrow('ROSTER_METRICS_PORT must be a port number from 1')
})

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

test.each(['ROSTER_WEBHOOK_ALLOW', 'ROSTER_TRUST_CLIENT_CERT'])(
  '%s takes addresses and ranges, by default none',
  (name) => {
    expect(readSettings({})).toMatchObject({ [name]: [] })
    expect(readSettings({ [name]: '127.0.0.0/8, ::1,10.0.0.7' })).toMatchObject({
      [name]: ['127.0.0.0/8', '::1', '10.0.0.7'],
    })
    for (const bad of ['localhost', '10.0.0.0/33', '*', '1', '10.0.0.0/8;::1'])
      expect(() => readSettings({ [name]: bad })).toThrow(`${name} must be`)
  },
)

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
