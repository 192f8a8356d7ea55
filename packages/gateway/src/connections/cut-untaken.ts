import type { ServerResponse } from 'node:http'
import { clientGone } from '../http/client-gone.ts'
import { whenAborted } from './when-aborted.ts'

/** How long the client of a stream that has ended may take for what is left of it, in milliseconds. */
const LEAVING_TIME = 5_000

/** Cuts a stream when its client has not taken it to its end five seconds after the abort of the signal. */
export function cutUntaken(raw: ServerResponse, signal: AbortSignal): void {
  whenAborted(signal, () => {
    const cut = setTimeout(() => raw.destroy(), LEAVING_TIME).unref()
    whenAborted(clientGone({ raw }), () => clearTimeout(cut))
  })
}
