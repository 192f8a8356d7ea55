import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLocked } from '@roster/core/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isMissing } from '../support/live.ts'
import { bare, dataDirectory, killAll, launch } from '../support/process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Whether no terminal can be made here: the options are those of the program of util-linux. */
const lacksTerminal = process.platform !== 'linux' || isMissing('script', 'SCRIPT')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hang-ups-'))
})
afterAll(async () => {
  await killAll()
  await rm(folder, { recursive: true, force: true })
})

test('a service that writes elsewhere than to a terminal, as by nohup, goes on when that hangs up', async () => {
  const service = launch({ ROSTER_DATA_DIR: await dataDirectory(join(folder, 'elsewhere')) })
  const { url } = await service.ready()
  service.signalGroup('SIGHUP')
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  service.signal('SIGTERM')
  expect(await service.exited()).toBe(0)
})

test.skipIf(lacksTerminal)('a service at a terminal that hangs up answers what is in flight, and ends', async () => {
  const directory = await dataDirectory(join(folder, 'terminal'))
  const { url, hangUp } = await startAtTerminal(directory)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => void (answer += String(chunk)))
  socket.write('POST /v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Type: application/json\r\n')
  socket.write('Expect: 100-continue\r\n\r\n')
  await expect.poll(() => answer).toContain('100 Continue')
  await hangUp()
  await expect.poll(() => fetch(url).catch(() => 'refused')).toBe('refused')
  socket.write('{}')
  await expect.poll(() => answer).toContain('HTTP/1.1 422 Unprocessable Entity')
  await expect.poll(() => isLocked(directory)).toBe(false)
})

/** Starts the service with a terminal of its own. Returns its address, and what takes the terminal away. */
async function startAtTerminal(directory: string) {
  const command = `exec ${process.execPath} scripts/run.cjs packages/api/src/main.ts`
  const env = bare({ PORT: '0', ROSTER_DATA_DIR: directory })
  const terminal = spawn('script', ['-qfc', command, '/dev/null'], {
    cwd: ROOT,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let shown = ''
  terminal.stdout.on('data', (chunk) => void (shown += String(chunk)))
  await expect.poll(() => shown, { timeout: 60_000 }).toMatch(/is running at \S+[^]*API reference/)
  return {
    url: /is running at (\S+)/.exec(shown)![1]!,
    hangUp: async () => {
      terminal.kill('SIGKILL')
      await once(terminal, 'exit')
    },
  }
}
