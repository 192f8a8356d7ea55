import { median } from '../harness/statistics.ts'
import { type Measure, measures, type Sample } from './measures.ts'

/** How a measure was at the beginning and at the end of a run. */
export interface Growth {
  measure: Measure
  /** Medians of the first and the last third, in the measure's unit, once it had settled. */
  first: number
  last: number
  /** Whether the end is further above the beginning than is tolerated. */
  hasGrown: boolean
}

/** Compares the beginning of a run with its end, for every measure that had settled by the first third of it. */
export function growthsOf(samples: readonly Sample[]): Growth[] {
  const end = samples.at(-1)?.at ?? 0
  return measures.flatMap((measure, index) => {
    const settled = samples.filter(({ at }) => at >= measure.settles)
    const third = Math.floor(settled.length / 3)
    if (third === 0 || measure.settles > end / 3) return []
    const of = (some: readonly Sample[]) => median(some.map(({ values }) => values[index]!))
    const [first, last] = [of(settled.slice(0, third)), of(settled.slice(-third))]
    const { part, units } = measure.tolerance
    return { measure, first, last, hasGrown: last > first * (1 + part) + units }
  })
}
