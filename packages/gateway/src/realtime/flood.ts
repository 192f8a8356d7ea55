/** Most messages that a client may send in one second. */
const LIMIT = 20

/** In milliseconds. */
const WINDOW = 1_000

/** Counts messages. Returns whether one more, at this time in milliseconds, is too many. A clock that is set back begins another second. */
export function floodGate(): (time: number) => boolean {
  let start = -Infinity
  let count = 0
  return (time) => {
    if (time < start || time - start >= WINDOW) {
      start = time
      count = 0
    }
    return ++count > LIMIT
  }
}

/** Why a socket was closed whose client sends too much. */
export class Flood extends Error {
  override readonly name = 'Flood'

  constructor() {
    super(`A socket takes at most ${LIMIT} messages a second.`)
  }
}
