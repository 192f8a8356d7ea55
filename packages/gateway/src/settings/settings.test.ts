import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { namingOf } from '@roster/core/contract'
import { schema, type SettingName } from './schema.ts'
import { readSettings, SettingsError } from './settings.ts'
import { variable } from './variable.ts'

const ROSTER_SECRET = 'zMoOxPwt2e5Q0yPxGmVvA6yLlWq3kG8o9bq0mYxN4kE='

const naming = namingOf('Roster')
const read = (environment: NodeJS.ProcessEnv, words?: string[]) => readSettings(naming, environment, words)

test('the environment is development unless it is said, and one of three', () => {
  expect(read({}).NODE_ENV).toBe('development')
  expect(read({ NODE_ENV: 'test' }).NODE_ENV).toBe('test')
  for (const NODE_ENV of ['Production', 'prod', 'staging', ' production'])
    expect(() => read({ NODE_ENV })).toThrow('NODE_ENV must be development, test or production.')
})

describe('production', () => {
  const all = {
    NODE_ENV: 'production',
    ROSTER_SECRET,
    ROSTER_TRUST_PROXY: '1',
    ROSTER_PUBLIC_URL: 'https://api.example.com/',
  }

  test('needs a secret, an https address and TLS, and every one that is missing is named', () => {
    expect(read(all)).toMatchObject({
      NODE_ENV: 'production',
      SECRET: [expect.any(Buffer)],
      TRUST_PROXY: 1,
      PUBLIC_URL: 'https://api.example.com',
    })
    expect(() => read({ NODE_ENV: 'production' })).toThrow(
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
    expect(() => read(faulty)).toThrow(
      /^These settings cannot be used:\n {2}PORT must .*\n {2}ROSTER_SECRET must be 32 .*\n {2}ROSTER_PUBLIC_URL must be set .*\n {2}Production needs https.*$/,
    )
  })

  test.each([undefined, 'http://api.example.com', 'http://localhost:3000'])(
    'is not reached at %s',
    (ROSTER_PUBLIC_URL) => {
      expect(() => read({ ...all, ROSTER_PUBLIC_URL })).toThrow(
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
  expect(() => read({ ROSTER_PUBLIC_URL })).toThrow('ROSTER_PUBLIC_URL must be')
})

test.each([
  ['http://例え.jp', 'http://xn--r8jz45g.jp'],
  ['https://API.example.com:443/Übersicht//', 'https://api.example.com/%C3%9Cbersicht'],
])('the public address %s is used as it can be sent', (ROSTER_PUBLIC_URL, sent) => {
  expect(read({ ROSTER_PUBLIC_URL }).PUBLIC_URL).toBe(sent)
})

test('no proxy that is trusted is no https in production', () => {
  const production = { NODE_ENV: 'production', ROSTER_SECRET, ROSTER_PUBLIC_URL: 'https://api.example.com' }
  expect(() => read({ ...production, ROSTER_TRUST_PROXY: '0' })).toThrow('Production needs https')
  expect(read({ ROSTER_TRUST_PROXY: '0' }).TRUST_PROXY).toBe(0)
})

test.each([
  'redis://localhost',
  'redis://localhost:6379/',
  'rediss://user:p%40ss@a.example/15',
  'redis://[::1]:6379/0',
])('Redis can be at %s', (REDIS_URL) => {
  expect(read({ REDIS_URL }).REDIS_URL).toBe(REDIS_URL)
})

test.each([
  'localhost:6379',
  'http://localhost',
  'redis://',
  'redis:///1',
  'redis://a/abc',
  'redis://a/1/2',
  'redis://:p%s@a',
])('Redis is not at %s', (REDIS_URL) => {
  expect(() => read({ REDIS_URL })).toThrow('REDIS_URL must be a Redis URL, such as redis://127.0.0.1:6379')
})

const DATABASE_URL = 'postgres://127.0.0.1/roster'

test.each([
  'postgres://127.0.0.1',
  'postgres://127.0.0.1:5432/',
  'postgres:///',
  'mysql://127.0.0.1/roster',
  `${DATABASE_URL}?options=-csearch_path%3Dother`,
])('a database is not at %s', (url) => {
  expect(() => read({ ROSTER_SECRET, DATABASE_URL: url })).toThrow(
    'DATABASE_URL must be a PostgreSQL URL with a database and without "options"',
  )
})

test.each([
  'nats://127.0.0.1:4222',
  'tls://roster:p%40ss@a.example',
  'nats://a:4222,tls://b:4222',
  'nats://[::1]:4222/',
])('a broker of events can be at %s, beside a database on a server', (ROSTER_EVENTS_URL) => {
  expect(read({ ROSTER_EVENTS_URL, ROSTER_SECRET, DATABASE_URL }).EVENTS_URL).toBe(ROSTER_EVENTS_URL)
  expect(() => read({ ROSTER_EVENTS_URL })).toThrow('ROSTER_EVENTS_URL needs DATABASE_URL')
})

test.each([
  '127.0.0.1:4222',
  'http://a:4222',
  'nats://',
  'nats://a,',
  'nats://a?tls=on',
  'nats://a/stream',
  'nats://roster:%zz@a',
])('a broker of events is not at %s', (ROSTER_EVENTS_URL) => {
  expect(() => read({ ROSTER_EVENTS_URL, ROSTER_SECRET, DATABASE_URL })).toThrow('ROSTER_EVENTS_URL must be')
})

test('the audience of tokens for REST is not that of tokens for agents', () => {
  const own = { ROSTER_PUBLIC_URL: 'https://api.example.com', ROSTER_AUDIENCE: 'https://api.example.com/mcp' }
  expect(read(own).AUDIENCE).toBe('https://api.example.com/mcp')
  expect(() => read({ ...own, ROSTER_MCP: 'on' })).toThrow('ROSTER_AUDIENCE must be another')
})

test('replicas are PostgreSQL URLs separated by commas, beside a database on a server', () => {
  const [one, other] = ['postgres://roster:p%2Css@a:5433/roster', 'postgresql://b/roster']
  const settings = { DATABASE_REPLICA_URL: `${one},${other}`, ROSTER_SECRET, DATABASE_URL }
  expect(read(settings).DATABASE_REPLICA_URL).toEqual([one, other])
  expect(() => read({ DATABASE_REPLICA_URL: one })).toThrow('DATABASE_REPLICA_URL needs DATABASE_URL')
  for (const wrong of ['127.0.0.1:5432', `${one},`, 'http://a/roster'])
    expect(() => read({ ...settings, DATABASE_REPLICA_URL: wrong })).toThrow('DATABASE_REPLICA_URL must be')
  expect(() => read({ ...settings, DATABASE_REPLICA_LAG: '-1' })).toThrow('DATABASE_REPLICA_LAG must be')
})

test('spaces around the address of a database are no part of it', () => {
  const spaced = {
    DATABASE_URL: ` ${DATABASE_URL} `,
    DATABASE_REPLICA_URL: 'postgres://a/roster, postgres://b/roster ',
  }
  expect(read({ ...spaced, ROSTER_SECRET })).toMatchObject({
    DATABASE_URL,
    DATABASE_REPLICA_URL: ['postgres://a/roster', 'postgres://b/roster'],
  })
})

test('the command line has one option, and every other word on it is named', () => {
  expect([read({}).demo, read({}, ['--demo']).demo]).toEqual([false, true])
  expect(() => read({ PORT: 'http' }, ['--dmeo', 'demo', '-d', '--demo=no'])).toThrow(`These settings cannot be used:
  PORT must be a port number from 0 to 65535.
  --dmeo is no option of this program: there are --demo and --help.
  demo is no option of this program: there are --demo and --help.
  -d is no option of this program: there are --demo and --help.
  --demo=no is no option of this program: there are --demo and --help.`)
})

test('variables that are named like settings and are none come with the nearest that is one', () => {
  const environment = {
    ROSTER_SECRT: 'x',
    ROSTER_PUBLIC_URI: 'x',
    ROSTER_LIMITS: 'keys=7',
    PATH: 'x',
    roster_secret: 'x',
  }
  expect(read(environment).unknown).toEqual([
    { name: 'ROSTER_SECRT', nearest: 'ROSTER_SECRET' },
    { name: 'ROSTER_PUBLIC_URI', nearest: 'ROSTER_PUBLIC_URL' },
  ])
})

test('workers are one, a number, or one a processor, and several need a server', () => {
  const server = { DATABASE_URL: 'postgres://localhost/roster', ROSTER_SECRET }
  expect(read({}).WORKERS).toBe(1)
  expect(read({ ...server, ROSTER_WORKERS: '3' }).WORKERS).toBe(3)
  expect(read({ ...server, ROSTER_WORKERS: 'auto' }).WORKERS).toBe(availableParallelism())
  for (const ROSTER_WORKERS of ['0', '257', '1.5', 'all'])
    expect(() => read({ ...server, ROSTER_WORKERS })).toThrow(
      'ROSTER_WORKERS must be how many processes serve the port',
    )
  expect(() => read({ ROSTER_WORKERS: '2' })).toThrow('ROSTER_WORKERS needs DATABASE_URL: the embedded database')
})

test('the table of settings in docs/operating.md has every one, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8')
  const [, table] = page.split('\n## Settings\n')
  const rows = table!
    .split('\n## ')[0]!
    .split('\n')
    // Those of OpenTelemetry are named by its specification, and read apart.
    .filter((line) => line.startsWith('| `') && !line.startsWith('| `OTEL_'))
  const named = rows.flatMap((row) => row.split('|')[1]!.match(/[A-Z_]+/g)!)
  const names = Object.keys(schema.shape).map((name) => variable(naming, name as SettingName))
  expect(named.toSorted()).toEqual(names.toSorted())
})

test.each(['0x50', '1e3', '+80', ' 80', '80.0', ''.padEnd(400, '9')])('a number is not written %j', (text) => {
  const names = ['PORT', 'ROSTER_METRICS_PORT', 'ROSTER_WORKERS', 'ROSTER_CONNECTION_LIMIT', 'DATABASE_REPLICA_LAG']
  for (const name of names) expect(() => read({ [name]: text })).toThrow(`${name} must be`)
})

test('a quota is named once', () => {
  expect(() => read({ ROSTER_RATE_LIMIT: 'read=1,read=2' })).toThrow('ROSTER_RATE_LIMIT must be')
})

test.each(['localhost', '0.0.0.0', '::', 'fe80::1', 'roster-1.internal', 'a_b.'])('%s is listened on', (HOST) => {
  expect(read({ HOST }).HOST).toBe(HOST)
})

test.each(['a b', '127.0.0.1:80', 'http://localhost', '[::1]', '*'])('%j is no address to listen on', (HOST) => {
  expect(() => read({ HOST })).toThrow('HOST must be an address to listen on, such as 127.0.0.1.')
})

test.each(['*', 'https://*.example.com', 'https://app.example.com/', 'null'])(
  '%s is no origin that pages may have',
  (one) => {
    expect(() => read({ ROSTER_CORS_ORIGINS: `https://app.example.com,${one}` })).toThrow('ROSTER_CORS_ORIGINS must be')
  },
)

test('metrics have a port of their own', () => {
  expect(read({ ROSTER_METRICS_PORT: '9464' }).METRICS_PORT).toBe(9_464)
  expect(() => read({ PORT: '4000', ROSTER_METRICS_PORT: '4000' })).toThrow('another port than PORT')
  expect(() => read({ ROSTER_METRICS_PORT: '0' })).toThrow('ROSTER_METRICS_PORT must be a port number from 1')
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
    expect(read({ ROSTER_ISSUER })).toMatchObject({ ISSUER: ROSTER_ISSUER })
  })

  test.each([
    'id.example.com',
    'http://id.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'ftp://id.example.com',
    'https://id.example.com?tenant=1',
    'https://id.example.com#x',
    'https://id.example.com ',
    'https://name:secret@id.example.com',
  ])('refused: %s', (ROSTER_ISSUER) => {
    expect(() => read({ ROSTER_ISSUER })).toThrow(SettingsError)
  })
})

test('white space around an audience, as a file has it at its end, is no part of it', () => {
  expect(read({ ROSTER_AUDIENCE: 'https://api.example.com\n' })).toMatchObject({ AUDIENCE: 'https://api.example.com' })
  expect(() => read({ ROSTER_AUDIENCE: ' ' })).toThrow(SettingsError)
})

test('the key of a local agent does not stop a service, which has no use for it', () => {
  expect(read({ ROSTER_API_KEY: 'of something else' })).not.toHaveProperty('API_KEY')
})

test('keys in the query are off and throttles are on unless it is said', () => {
  expect(read({})).toMatchObject({ API_KEY_IN_QUERY: 'off', AUTH_THROTTLE: 'on' })
})

test.each(['WEBHOOK_ALLOW', 'TRUST_CLIENT_CERT'] as const)(
  '%s takes addresses and ranges, by default none',
  (setting) => {
    const name = variable(naming, setting)
    expect(read({})).toMatchObject({ [setting]: [] })
    expect(read({ [name]: '127.0.0.0/8, ::1,10.0.0.7' })).toMatchObject({
      [setting]: ['127.0.0.0/8', '::1', '10.0.0.7'],
    })
    for (const bad of ['localhost', '10.0.0.0/33', '*', '1', '10.0.0.0/8;::1'])
      expect(() => read({ [name]: bad })).toThrow(`${name} must be`)
  },
)

test('limits that are not named keep their default', () => {
  expect(read({}).LIMITS).toEqual({ endpoints: 100, keys: 10_000, clients: 1_000, exports: 100 })
  expect(read({ ROSTER_LIMITS: 'keys=7, exports=3' }).LIMITS).toEqual({
    endpoints: 100,
    keys: 7,
    clients: 1_000,
    exports: 3,
  })
  for (const bad of ['off', 'keys', 'keys=0', 'keys=1.5', 'users=5', 'keys=5;exports=3', 'keys=5,'])
    expect(() => read({ ROSTER_LIMITS: bad })).toThrow('ROSTER_LIMITS must be how much one maker may have')
})

test('another service has settings by its own name, and those that every service has', () => {
  const library = namingOf('Public Library')
  const environment = {
    PUBLIC_LIBRARY_PUBLIC_URL: 'https://a.example',
    PORT: '4000',
    ROSTER_PUBLIC_URL: 'x',
    PUBLIC_URL: 'x',
  }
  expect(readSettings(library, environment)).toMatchObject({
    PUBLIC_URL: 'https://a.example',
    PORT: 4_000,
    DATA_DIR: '.public_library',
    unknown: [],
  })
  expect(() => readSettings(library, { PUBLIC_LIBRARY_WORKERS: '2', PUBLIC_LIBRARY_MIGRATE: 'no' })).toThrow(
    /^These settings cannot be used:\n {2}PUBLIC_LIBRARY_MIGRATE must be on or off\.\n {2}PUBLIC_LIBRARY_WORKERS needs DATABASE_URL: .*$/,
  )
  expect(readSettings(library, { PUBLIC_LIBRARY_SECRT: 'x' }).unknown).toEqual([
    { name: 'PUBLIC_LIBRARY_SECRT', nearest: 'PUBLIC_LIBRARY_SECRET' },
  ])
})
