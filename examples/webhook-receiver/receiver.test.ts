import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killAll, launch, launched } from '@roster/test/process'
import { afterAll, expect, test, vi } from 'vitest'

// A first start takes seconds, and more on a machine with other work.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let directory: string
afterAll(async () => {
  await killAll()
  await rm(directory, { recursive: true })
})

test('a user that is created arrives at the receiver, which takes its endpoint away when it ends', async () => {
  directory = await mkdtemp(join(tmpdir(), 'roster-example-'))
  const service = launch({ ROSTER_DATA_DIR: directory, ROSTER_ADMIN_API_KEY: KEY, ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8' })
  const [, roster] = await service.written(/Roster is running at (\S+)/)
  const environment = { ROSTER_API_KEY: KEY, ROSTER_URL: roster!, PORT: '41873' }
  const receiver = launched(['scripts/run.cjs', 'examples/webhook-receiver/receiver.ts'], { cwd: ROOT, environment })
  await receiver.written(/until Ctrl-C/)

  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com', role: 'viewer' })
  await fetch(`${roster}/v1/users`, { method: 'POST', headers, body })
  await receiver.written(/\w+:\d+ user\.created \{[^}]*Ada Lovelace/)

  receiver.signal('SIGINT')
  expect(await receiver.exited()).toBe(0)
  const endpoints = await fetch(`${roster}/v1/webhook-endpoints`, { headers })
  expect(await endpoints.json()).toMatchObject({ data: [] })
})
