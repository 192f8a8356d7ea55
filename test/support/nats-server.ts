import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect as connectToNats } from '@nats-io/transport-node'
import { vi } from 'vitest'
import { isMissing } from './live.ts'
import { PATIENCE } from './patience.ts'
import { freePort } from './raw-requests.ts'

/** A test's own NATS server, which the test may damage. */
export interface NatsServer {
  url: string
  /** Kills the server, waits for `away` milliseconds, and starts it again. */
  restart(away: number): Promise<void>
  /** Stops the server for `away` milliseconds (`SIGSTOP`), and continues it: messages in transit are late. */
  freeze(away: number): Promise<void>
  /** Deletes every stream. */
  deleteStreams(): Promise<void>
  /** Ends the server and deletes its data. */
  stop(): Promise<void>
}

/** Whether tests that need their own NATS server are skipped. With `ROSTER_REQUIRE_SERVERS=on` they run and fail. */
export const lacksNats = isMissing('nats-server', 'SERVERS', ['/usr/sbin', ...(process.env['PATH'] ?? '').split(':')])

/** Starts a server on a free port. `jetstream` is true by default. `flags` are further arguments of its command. */
export async function startNats({ jetstream = true, flags = [] as string[] } = {}): Promise<NatsServer> {
  const directory = await mkdtemp(join(tmpdir(), 'roster-nats-'))
  const port = await freePort()
  const url = `nats://127.0.0.1:${port}`
  const args = ['-a', '127.0.0.1', '-p', String(port), ...(jetstream ? ['-js', '-sd', directory] : []), ...flags]
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }
  let server: ChildProcess

  async function start(): Promise<void> {
    server = spawn('nats-server', args, { env, stdio: 'ignore' })
    await vi.waitFor(() => reach(port), { timeout: PATIENCE, interval: 50 })
  }

  async function kill(): Promise<void> {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url,
    async restart(away) {
      await kill()
      await wait(away)
      await start()
    },
    async freeze(away) {
      server.kill('SIGSTOP')
      await wait(away)
      server.kill('SIGCONT')
    },
    async deleteStreams() {
      const connection = await connectToNats({ servers: url })
      const { streams } = await jetstreamManager(connection)
      for await (const { config } of streams.list()) await streams.delete(config.name)
      await connection.close()
    },
    async stop() {
      await kill()
      await rm(directory, { recursive: true })
    },
  }
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}
