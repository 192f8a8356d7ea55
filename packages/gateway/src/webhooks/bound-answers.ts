import type { Socket } from 'node:net'

/** Most bytes that are read after one request. The longest answer has fewer, even in chunks of one byte. */
const MOST = 1_024 * 1_024

/**
 * Destroys a connection that reads more than a bound after a request. It also counts what the parser hands on to nobody: heads of 1xx, the reason phrase,
 * and chunk extensions.
 */
export function boundAnswers(socket: Socket): void {
  let written = 0
  let start = 0
  let read = 0
  socket.on('readable', () => {
    if (socket.bytesWritten > written) {
      written = socket.bytesWritten
      start = read
    }
    read = socket.bytesRead
    if (read - start > MOST) socket.destroy(new Error('The answer has no end.'))
  })
}
