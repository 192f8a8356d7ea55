import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { API_KEY } from '../harness/request.ts'

/** The service in its own process, started from source like `npm start`. */
export interface Service {
  url: string
  stop(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Secret of all services that this process starts, so that each can read data that earlier ones have sealed. */
const SECRET = randomBytes(32).toString('base64')

const RUNNING = /is running at (\S+)/

/** Starts the service on a database, without rate limits and with a high limit of exports. Throws with the service's output when it does not start. */
export async function startService(databaseUrl: string): Promise<Service> {
  const env = {
    ...process.env,
    PORT: '0',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    ROSTER_SECRET: SECRET,
    ROSTER_ADMIN_API_KEY: API_KEY,
    ROSTER_RATE_LIMIT: 'off',
    ROSTER_LIMITS: 'exports=100000',
    ROSTER_AUTH_THROTTLE: 'off',
    ROSTER_CONNECTION_LIMIT: '1000',
    ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8',
  }
  const command = ['scripts/run.cjs', 'packages/api/src/main.ts']
  const child = spawn(process.execPath, command, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'pipe'] })
  const ended = once(child, 'exit')
  let written = ''
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    written += String(chunk)
    if (RUNNING.test(written)) break
  }
  const [, url] = RUNNING.exec(written) ?? []
  if (url === undefined) throw new Error(`The service did not start:\n${written}`)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
