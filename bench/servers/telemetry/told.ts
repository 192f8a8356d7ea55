import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { application } from '@roster/api'
import { readSettings, startService } from '@roster/gateway'
import { obey } from '../serve.ts'

const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  ROSTER_RATE_LIMIT: 'off',
  ROSTER_SECRET: 'zMoOxPwt2e5Q0yPxGmVvA6yLlWq3kG8o9bq0mYxN4kE=',
}

/** Serves all of Roster, with additional environment variables. */
export async function serveTold(variables: Record<string, string> = {}): Promise<void> {
  const { DATABASE_URL = '' } = process.env
  const settings = readSettings(application.naming, { ...SETTINGS, DATABASE_URL, ...variables })
  const { url } = await startService(application, settings)
  obey(Number(new URL(url).port), {})
}

/** Starts a receiver in its own process, and returns the variable that makes a service send it telemetry. */
export async function receiver(): Promise<{ OTEL_EXPORTER_OTLP_ENDPOINT: string }> {
  const sink = fork(fileURLToPath(new URL('sink.ts', import.meta.url)))
  const [{ port }] = (await once(sink, 'message')) as [{ port: number }]
  return { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
}
