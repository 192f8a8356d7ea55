import { createClient } from '@redis/client'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMissing } from './live.ts'
import { freePort } from './raw-requests.ts'

/** Whether tests that need their own Redis server are skipped. With `ROSTER_REQUIRE_SERVERS=on` they run and fail. */
export const lacksRedis = isMissing('redis-server', 'SERVERS')

/** Starts a cluster that is one server with every slot. */
export async function startRedisCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'roster-redis-'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(await freePort())]
  const flags = ['--port', String(port), '--dir', directory, '--save', '', ...cluster]
  const server = spawn('redis-server', flags, { stdio: 'ignore' })
  const client = createClient({ url }).on('error', () => {})
  await client.connect()
  await client.clusterAddSlotsRange({ start: 0, end: 16_383 })
  client.destroy()
  return {
    url,
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true })
    },
  }
}
