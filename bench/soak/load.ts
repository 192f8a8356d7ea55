import { setTimeout as wait } from 'node:timers/promises'

/** Something that callers do again and again. */
export interface Activity {
  name: string
  perSecond: number
  do: () => Promise<unknown>
}

/** How often something was done, and what went wrong. */
export interface Tally {
  done: number
  failures: unknown[]
}

/** How many of one activity may be under way at once; more are left out, and count as failures. */
const UNDER_WAY = 200

/** Does each activity at its rate until the signal, and returns what came of each. Waits for those under way. */
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
