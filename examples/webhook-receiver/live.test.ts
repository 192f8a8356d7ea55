import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@roster/test/live'
import { killAll, launch, launched } from '@roster/test/process'
import { afterAll, test, vi } from 'vitest'

// A first start takes seconds, and more on a machine with other work.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let directory: string
afterAll(async () => {
  await killAll()
  await rm(directory, { recursive: true })
})

test('what happens in a running service is printed by the receiver of its endpoint', async () => {
  directory = await mkdtemp(join(tmpdir(), 'roster-example-'))
  const service = launch({ ROSTER_DATA_DIR: directory, ROSTER_ADMIN_API_KEY: KEY, ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8' })
  const [, roster] = await service.written(/Roster is running at (\S+)/)
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
  const create = async (path: string, record: object) => {
    const response = await fetch(roster + path, { method: 'POST', headers, body: JSON.stringify(record) })
    return response.json() as Promise<{ secret?: string }>
  }

  const port = await freePort()
  const { secret } = await create('/v1/webhook-endpoints', { url: `http://127.0.0.1:${port}/hooks` })
  const environment = { WEBHOOK_SECRET: secret!, PORT: String(port) }
  const receiver = launched(['scripts/run.cjs', 'examples/webhook-receiver/main.ts'], { cwd: ROOT, environment })
  await receiver.written(/Waiting at/)
  await create('/v1/users', { name: 'Ada Lovelace', email: 'ada@example.com', role: 'viewer' })
  await receiver.written(/Welcome, Ada Lovelace/)
})
