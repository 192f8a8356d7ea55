import { expect, test } from 'vitest'
import type { Principal } from '../contract/principal.ts'
import { type SessionRow, sessionRecord } from './live-sessions.ts'

const now = '2026-11-21T09:30:00.000Z'

const grantOf = (client_id: string): SessionRow => ({
  id: 'ses_1',
  type: 'grant',
  token_hash: null,
  uid: null,
  grant_id: 'g1',
  client_id,
  scopes: [],
  address: null,
  user_agent: null,
  created_at: now,
  last_used_at: now,
  expires_at: now,
})

test.each([
  ['cli_named', 'Dashboard'],
  ['https://agent.example.com/client.json', 'agent.example.com'],
  // It was allowed after the names were read.
  ['cli_new', 'cli_new'],
])('a grant of %s is shown as of %s', (client_id, name) => {
  const names = new Map([['cli_named', 'Dashboard']])
  expect(sessionRecord(grantOf(client_id), {} as Principal, names).client).toEqual({ client_id, name })
})
