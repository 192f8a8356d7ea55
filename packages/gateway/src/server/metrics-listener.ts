import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { METRICS_PATH, type ReadMetrics } from '../metrics/metrics.ts'
import { listenAt } from './port.ts'

/** Address at which metrics are served, apart from the service. Default host: 127.0.0.1. */
export interface MetricsPort {
  port: number | undefined
  /** Name of the setting that gives the port. */
  setting: string
  host?: string | undefined
}

/**
 * Serves `/metrics` and nothing else, over plain HTTP and to every client that reaches this address, until the returned function is called. Without a
 * port nothing is served. Throws `CannotListen`.
 */
export async function listenForMetrics(
  read: ReadMetrics,
  { port, setting, host = '127.0.0.1' }: MetricsPort,
): Promise<() => void> {
  if (port === undefined) return () => {}
  const { createServer } = await import('node:http')
  const server = createServer((request, response) => void answer(request, response, read))
  await listenAt({ setting, host, port }, () => once(server.listen(port, host), 'listening'))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

async function answer({ method, url }: IncomingMessage, response: ServerResponse, read: ReadMetrics): Promise<void> {
  if (method !== 'GET' || url?.split('?')[0] !== METRICS_PATH)
    return end(response, 404, `Only GET ${METRICS_PATH} is served here.`)
  try {
    const { type, text } = await read()
    response.setHeader('content-type', type)
    end(response, 200, text)
  } catch {
    end(response, 503, 'What is measured cannot be told now. Ask again.')
  }
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'cache-control': 'no-store' }).end(text)
}
