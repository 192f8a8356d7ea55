import { median } from '../harness/statistics.ts'
import { operations } from './operations.ts'
import type { Scene } from './scene.ts'

/** Medians of what every operation took, in milliseconds, in their order. */
export type Measured = readonly number[]

/** How long one operation is done again and again at most, in milliseconds. */
const PATIENCE = 10_000

/** Does every operation of a scene, one at a time. */
export async function measureAll(scene: Scene): Promise<Measured> {
  const measured: number[] = []
  for (const { times, prepare } of operations) {
    const act = await prepare(scene)
    const taken: number[] = []
    // Half as often beforehand, so that what is measured is what it costs from then on.
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
