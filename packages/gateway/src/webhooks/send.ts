import type { Dispatcher } from 'undici'
import { retryAfterOf } from './schedule.ts'

/** How much of an answer is read, in bytes. */
const LONGEST_ANSWER = 64 * 1_024

/** What is sent to whom. */
export interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

/** What came of one request. */
export interface Reply {
  /** Null when there was no whole answer in time. */
  status: number | null
  /** Why there was none; null when there was one. */
  error: string | null
  /** Until when the receiver asks to wait, in milliseconds. */
  retryAfter?: number | undefined
}

export interface SendOptions {
  /** Makes the connections. */
  agent: Dispatcher
  /** How long the whole answer may take, in milliseconds. */
  timeout: number
  /** The time in milliseconds since the epoch. */
  now: () => number
  /** Gives the request up. */
  signal: AbortSignal
}

/** Sends a message and reads the answer. Redirects are answers like any other. Throws only when the signal is aborted. */
export async function send({ url, headers, body }: Message, options: SendOptions): Promise<Reply> {
  const { agent, timeout, now, signal } = options
  // Rather than `AbortSignal.any` and `timeout`, whose timer would outlive the request.
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, timeout)
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    const { origin, pathname, search } = new URL(url)
    const path = pathname + search
    const answer = await agent.request({ origin, path, method: 'POST', headers, body, signal: ending.signal })
    await readSome(answer.body)
    const { 'retry-after': header } = answer.headers
    return { status: answer.statusCode, error: null, retryAfter: retryAfterOf(header?.toString(), now()) }
  } catch (error) {
    signal.throwIfAborted()
    const reason = ending.signal.aborted ? `There was no answer within ${timeout / 1_000} seconds.` : reasonOf(error)
    return { status: null, error: reason }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** Reads an answer to its end, so that its connection can be used again, or as far as it is worth it. */
async function readSome(body: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > LONGEST_ANSWER) return
  }
}

/** What went wrong, for the owner of the endpoint. */
function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
  const text = message || errors?.[0]?.message || 'The connection failed.'
  return (code && !text.includes(code) ? `${code}: ${text}` : text).replaceAll(/\s+/g, ' ').slice(0, 500)
}
