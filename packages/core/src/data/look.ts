import { repeat } from '../background/repeat.ts'
import type { Driver, Listener } from './driver.ts'

/** How often a process looks that is told of every change, in milliseconds. */
const SELDOM = 1_000

/**
 * How often to look for changes that nobody told this process of, in milliseconds: `interval` on a server. The embedded database is changed
 * by this process alone, which is told of every change; looking there costs what a write does, and an idle service is to be idle.
 */
export function lookEvery(interval: number, { isShared }: Pick<Driver, 'isShared'>): number {
  return isShared ? interval : SELDOM
}

const alive = { text: 'select 1' }

/** Stands for `Notifications` where no session can be held: calls for nothing once a second, as long as the database answers. */
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
