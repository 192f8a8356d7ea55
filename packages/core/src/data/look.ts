import { repeat } from '../background/repeat.ts'
import type { Driver, Listener } from './driver.ts'

/** Poll interval of a process that is told of every change, in milliseconds. */
const SELDOM = 1_000

/**
 * Returns the interval of polls for changes that this process was not told of, in milliseconds: `interval` on a server. Only this process changes the embedded
 * database, and it is told of every change. A poll there costs as much as a write, and an idle service is to be idle.
 */
export function lookEvery(interval: number, { isShared }: Pick<Driver, 'isShared'>): number {
  return isShared ? interval : SELDOM
}

const alive = { text: 'select 1' }

/** Replaces `Notifications` where no session can be held: calls for nothing once a second, as long as the database answers. */
export function lookInstead({ query }: Pick<Driver, 'query'>, call: (payload: string) => void): Listener {
  const looking = repeat(
    async (over) => {
      await query(alive)
      if (!over.aborted) call('')
      return SELDOM
    },
    { report: () => {} },
  )
  return { close: () => looking.stop() }
}
