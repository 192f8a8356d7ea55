import { once } from 'node:events'
import type { Socket } from 'node:net'

/** How long the end of a line is waited for, in milliseconds, and after how many bytes it is given up. */
const PATIENCE = 1_000
const LONGEST = 1_048_576

/** Characters that are kept of a line that goes on: enough for its end to tell what it is. */
const KEPT = 8_192

/**
 * The line that begins with these bytes, without its line feed: what is missing of it is read from the socket. Of a long one only the
 * end is given; of one that does not end in time, what came of it.
 */
export async function lineFrom(socket: Socket, bytes: Buffer): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE)
  let line = bytes.toString('latin1')
  let length = line.length
  while (!line.includes('\n') && length < LONGEST) {
    const chunk = await nextChunk(socket, signal)
    if (!chunk) return line
    line = line.slice(-KEPT) + chunk.toString('latin1')
    length += chunk.length
  }
  return line.split('\n', 1)[0]!
}

async function nextChunk(socket: Socket, signal: AbortSignal): Promise<Buffer | undefined> {
  try {
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer]
    return chunk
  } catch {
    return undefined
  }
}
