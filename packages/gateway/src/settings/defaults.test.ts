import { namingOf } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const SECRET = { ROSTER_SECRET: 'zMoOxPwt2e5Q0yPxGmVvA6yLlWq3kG8o9bq0mYxN4kE=' }
const DATABASE_URL = 'postgres://127.0.0.1/roster'

const read = (environment: NodeJS.ProcessEnv) => readSettings(namingOf('Roster'), environment)

test('a service that is told nothing is as docs/operating.md says, and an empty variable tells nothing', () => {
  const settings = {
    NODE_ENV: 'development',
    PORT: 3_000,
    DATABASE_REPLICA_LAG: 250,
    DATA_DIR: '.roster',
    MIGRATE: 'on',
    API_KEY_IN_QUERY: 'off',
    AUTH_THROTTLE: 'on',
    TRUST_CLIENT_CERT: [],
    CORS_ORIGINS: [],
    RATE_LIMIT: { read: 600, write: 120, anonymous: 60, token: 10 },
    LIMITS: { endpoints: 100, keys: 10_000, clients: 1_000, exports: 100 },
    WEBHOOK_ALLOW: [],
    MCP: 'off',
    WORKERS: 1,
    CONNECTION_LIMIT: 5,
    LOG_LEVEL: 'info',
    demo: false,
    unknown: [],
  }
  expect(read({})).toEqual(settings)
  expect(read({ PORT: '', ROSTER_PUBLIC_URL: '', ROSTER_SECRET: '', ROSTER_DATA_DIR: '' })).toEqual(settings)
})

test.each([
  ['PORT', 0, 65_535],
  ['ROSTER_METRICS_PORT', 1, 65_535],
  ['DATABASE_REPLICA_LAG', 0, 10_000],
  ['ROSTER_CONNECTION_LIMIT', 1, 1_000_000],
  ['ROSTER_TRUST_PROXY', 0, 99],
])('%s is from %i to %i', (name, least, most) => {
  for (const good of [least, most]) expect(() => read({ [name]: String(good) })).not.toThrow()
  for (const bad of [least - 1, most + 1]) expect(() => read({ [name]: String(bad) })).toThrow(`${name} must be`)
})

test('a range of addresses is as long as an address at most', () => {
  for (const good of ['10.0.0.0/32', '::1/128']) expect(() => read({ ROSTER_WEBHOOK_ALLOW: good })).not.toThrow()
  for (const bad of ['10.0.0.0/33', '::1/129'])
    expect(() => read({ ROSTER_WEBHOOK_ALLOW: bad })).toThrow('ROSTER_WEBHOOK_ALLOW must be')
})

test.each(['ROSTER_TRUST_PROXY', 'ROSTER_TRUST_CLIENT_CERT'])('%s names some addresses, and not all', (name) => {
  for (const good of ['10.0.0.0/1', '::/1']) expect(() => read({ [name]: good })).not.toThrow()
  for (const bad of ['0.0.0.0/0', '::/0', '10.0.0.1,10.0.0.0/00'])
    expect(() => read({ [name]: bad })).toThrow(`${name} must be`)
})

test('a database on a server needs a secret, and another way to one that server', () => {
  expect(() => read({ DATABASE_URL })).toThrow('ROSTER_SECRET must be set with an external database')
  const DATABASE_DIRECT_URL = 'postgres://127.0.0.1:5433/roster'
  expect(() => read({ DATABASE_DIRECT_URL })).toThrow('DATABASE_DIRECT_URL needs DATABASE_URL')
  expect(read({ ...SECRET, DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({ DATABASE_URL, DATABASE_DIRECT_URL })
})
