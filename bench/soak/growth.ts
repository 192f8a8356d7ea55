import { median } from '../harness/statistics.ts'
import { type Measure, measures, type Sample } from './measures.ts'

/** How a measure was at the beginning and at the end of a run. */
export interface Growth {
  measure: Measure
  /** Medians of the first and the last third, in the measure's unit, once the service was warm. */
  first: number
  last: number
  /** Whether the end is further above the beginning than is tolerated. */
  hasGrown: boolean
}

/** The part of a run in which a service still compiles and fills its caches. */
const WARM_UP = 0.2

/** Compares the beginning of a run with its end, for every measure. */
export function growthsOf(samples: readonly Sample[]): Growth[] {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP))
  const third = Math.max(1, Math.floor(warm.length / 3))
  return measures.map((measure, index) => {
    const of = (some: readonly Sample[]) => median(some.map(({ values }) => values[index]!))
    const [first, last] = [of(warm.slice(0, third)), of(warm.slice(-third))]
    const { part, units } = measure.tolerance
    return { measure, first, last, hasGrown: last > first * (1 + part) + units }
  })
}
