import { median } from '../harness/statistics.ts'
import { operations } from './operations.ts'
import type { Scene } from './scene.ts'

/** Median time of each operation, in milliseconds, in the order of `operations`. */
export type Measured = readonly number[]

/** Longest time for the repetitions of one operation, in milliseconds. */
const PATIENCE = 10_000

/** Measures every operation on a scene, one at a time. */
export async function measureAll(scene: Scene): Promise<Measured> {
  const measured: number[] = []
  for (const { times, prepare } of operations) {
    const act = await prepare(scene)
    const taken: number[] = []
    // Warm up with half as many repetitions, so that later costs are measured.
    for (let nth = Math.ceil(times / 2); nth > 0; nth--) await act(nth)
    const end = performance.now() + PATIENCE
    for (let nth = 0; nth < times && (performance.now() < end || nth === 0); nth++) {
      const start = performance.now()
      await act(nth)
      taken.push(performance.now() - start)
    }
    measured.push(median(taken))
  }
  return measured
}
