import { once } from 'node:events'
import type { Socket } from 'node:net'

/** Timeout for the end of a line in milliseconds, and the maximum number of bytes to read. */
const PATIENCE = 1_000
const LONGEST = 1_048_576

/** Number of characters kept of an unfinished line at its beginning, and as many at its end: they tell the line's kind. */
const KEPT = 8_192

/**
 * Returns the line that begins with these bytes, without its line feed. Reads the rest of the line from the socket. Of a long line, returns the
 * beginning and the end; of a line that does not end in time, what was received.
 */
export async function lineFrom(socket: Socket, bytes: Buffer): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE)
  let line = bytes.toString('latin1')
  let length = line.length
  while (!line.includes('\n') && length < LONGEST) {
    const chunk = await nextChunk(socket, signal)
    if (!chunk) return line
    line = shortened(line) + chunk.toString('latin1')
    length += chunk.length
  }
  return line.split('\n', 1)[0]!
}

const shortened = (line: string) => (line.length > 2 * KEPT ? line.slice(0, KEPT) + line.slice(-KEPT) : line)

async function nextChunk(socket: Socket, signal: AbortSignal): Promise<Buffer | undefined> {
  try {
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer]
    return chunk
  } catch {
    return undefined
  }
}
