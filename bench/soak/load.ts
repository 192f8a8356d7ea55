import { setTimeout as wait } from 'node:timers/promises'

/** Work that callers repeat. */
export interface Activity {
  name: string
  perSecond: number
  do: () => Promise<unknown>
}

/** Number of completed repetitions of an activity, and its errors. */
export interface Tally {
  done: number
  failures: unknown[]
}

/** Greatest number of concurrent repetitions of one activity. Further ones are skipped, and count as failures. */
const UNDER_WAY = 200

/** Repeats each activity at its rate until the signal aborts, waits for running repetitions, and returns the tally of each activity. */
export async function carryOn(activities: readonly Activity[], signal: AbortSignal): Promise<Map<string, Tally>> {
  const tallies = new Map(activities.map(({ name }) => [name, { done: 0, failures: [] as unknown[] }]))
  await Promise.all(activities.map((activity) => repeat(activity, tallies.get(activity.name)!, signal)))
  return tallies
}

async function repeat({ perSecond, do: act }: Activity, tally: Tally, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const start = performance.now()
  for (let nth = 1; !signal.aborted; nth++) {
    if (underWay.size >= UNDER_WAY) tally.failures.push(new Error(`${UNDER_WAY} were under way already`))
    else {
      const one: Promise<void> = act()
        .then(() => void tally.done++)
        .catch((error: unknown) => void tally.failures.push(error))
        .finally(() => underWay.delete(one))
      underWay.add(one)
    }
    await wait(Math.max(0, start + (nth * 1_000) / perSecond - performance.now()), undefined, { signal }).catch(
      () => {},
    )
  }
  await Promise.all(underWay)
}
