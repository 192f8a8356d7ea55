import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Listener } from './driver.ts'

/** How often the connection is asked whether it still lives, in milliseconds. */
const HEARTBEAT = 5_000

/** How long an answer may take. A connection that has gone dead is so noticed within ten seconds. */
const PATIENCE = 5_000

/** Pause before another connection, in milliseconds. */
const RETRY = 1_000

/**
 * Listens to a channel of a server on a connection of its own, for as long as it takes: one that is lost, or does not answer, is replaced
 * by another. What was sent in between cannot be known, so that every new connection calls back once. The channel's name is ours.
 */
export function listenTo(url: string, channel: string, call: (payload: string) => void): Listener {
  const closing = new AbortController()
  const running = listenOn(url, channel, call, closing.signal)
  return {
    async close() {
      closing.abort()
      await running
    },
  }
}

async function listenOn(
  url: string,
  channel: string,
  call: (payload: string) => void,
  closing: AbortSignal,
): Promise<void> {
  while (!closing.aborted) {
    await listenOnce(url, channel, call, closing).catch(() => {})
    await wait(RETRY, undefined, { signal: closing }).catch(() => {})
  }
}

/** Listens on one connection until it ends, and rejects with what ended it. */
async function listenOnce(
  url: string,
  channel: string,
  call: (payload: string) => void,
  closing: AbortSignal,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'roster',
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  })
  const over = new AbortController()
  // `pg` tells of a loss by an event; without a listener it would end the process.
  client.on('error', (error) => over.abort(error))
  client.on('end', () => over.abort())
  client.on('notification', ({ payload = '' }) => call(payload))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    call('')
    const either = AbortSignal.any([over.signal, closing])
    for (;;) {
      await wait(HEARTBEAT, undefined, { signal: either })
      await client.query('select 1')
    }
  } finally {
    // Nobody waits for a goodbye that a dead connection never answers.
    client.connection.stream.destroy()
  }
}
