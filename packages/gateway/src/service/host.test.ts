import { randomBytes } from 'node:crypto'
import { application } from '@roster/api'
import { expect, test } from 'vitest'
import { readSettings } from '../settings/settings.ts'
import { hostOf } from './start.ts'

test('a service listens on this machine alone, in production on every address, and where HOST says', () => {
  const host = (environment: NodeJS.ProcessEnv) => hostOf(readSettings(application.naming, environment))
  const production = {
    NODE_ENV: 'production',
    ROSTER_PUBLIC_URL: 'https://api.example.com',
    ROSTER_SECRET: randomBytes(32).toString('base64'),
    ROSTER_TRUST_PROXY: '1',
  }
  expect(host({})).toBe('127.0.0.1')
  expect(host(production)).toBe('0.0.0.0')
  for (const environment of [{}, production]) expect(host({ ...environment, HOST: '10.0.0.7' })).toBe('10.0.0.7')
})
