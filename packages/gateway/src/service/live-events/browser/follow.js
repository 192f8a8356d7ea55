import { framesOf } from './frames.js'
import { Refusal, refusalOf } from './service.js'

/** How long a connection may be silent, in milliseconds. The service sends a sign of life every 15 seconds. */
const SILENCE = 40_000
/** First and longest wait before another try, in milliseconds; the first only until the service has named one (`retry:`). */
const SOON = 1_000
const LATE = 30_000

/**
 * What a stream is followed with.
 *
 * @typedef {object} Following
 * @property {string} path
 * @property {import('./service.js').Caller} caller
 * @property {string[]} types Names of the events to ask for; none for all.
 * @property {{ cursor?: string }} position How far the reader has come. It moves with every frame.
 * @property {AbortSignal} signal Ends it.
 * @property {(message: any, cursor: string) => void} onMessage
 * @property {(state: 'connecting' | 'watching' | 'waiting', seconds?: number) => void} onState
 */

/**
 * Follows a stream until the signal ends it. After a break it goes on where it was, so that nothing is missed and nothing comes twice.
 * Throws what another try would not change, such as a refused credential.
 *
 * @param {Following} following
 */
export async function follow(following) {
  const { signal, onState } = following
  const pace = { hint: SOON, wait: SOON }
  while (!signal.aborted) {
    const wait = await readOnce(following, pace).catch((error) => {
      if (error instanceof Refusal && !error.passes) throw error
      return error instanceof Refusal ? error.retryAfter : 0
    })
    for (let left = Math.ceil(Math.max(wait, pace.wait) / 1_000); left > 0 && !signal.aborted; left--) {
      onState('waiting', left)
      await pause(1_000, signal)
    }
    pace.wait = Math.min(pace.wait * 2, LATE)
  }
}

/**
 * Reads one connection to its end.
 *
 * @param {Following} following
 * @param {{ hint: number, wait: number }} pace
 */
async function readOnce({ path, caller, types, position, signal, onMessage, onState }, pace) {
  const silence = new AbortController()
  const give = () => setTimeout(() => silence.abort(), SILENCE)
  let patience = give()
  try {
    onState('connecting')
    const query = new URLSearchParams({
      ...(types.length > 0 && { types: types.join(',') }),
      ...(position.cursor !== undefined && { after: position.cursor }),
    })
    const ended = AbortSignal.any([signal, silence.signal])
    const response = await fetch(`${path}?${query}`, { headers: caller, signal: ended, cache: 'no-store' })
    if (!response.ok || !response.body) throw await refusalOf(response)
    onState('watching')
    for await (const { id, data, retry = pace.hint } of framesOf(response.body)) {
      if (signal.aborted) return 0
      clearTimeout(patience)
      patience = give()
      pace.hint = pace.wait = retry
      const message = data === undefined ? undefined : JSON.parse(data)
      if (id !== undefined) position.cursor = id
      if (message?.notification === 'reset') position.cursor = message.cursor
      if (message) onMessage(message, id ?? message.cursor)
    }
    return 0
  } finally {
    clearTimeout(patience)
  }
}

/**
 * @param {number} time In milliseconds.
 * @param {AbortSignal} signal Ends it early.
 * @returns {Promise<void>}
 */
export function pause(time, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, time)
    signal.addEventListener('abort', end)
  })
}
