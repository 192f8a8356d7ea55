import { median } from '../harness/statistics.ts'
import { type Measure, measures, type Sample } from './measures.ts'

/** A measure at the beginning and at the end of a run. */
export interface Growth {
  measure: Measure
  /** Medians of the first and the last third after the measure has settled, in the measure's unit. */
  first: number
  last: number
  /** Whether the growth exceeds the measure's tolerance. */
  hasGrown: boolean
}

/** Compares the beginning of a run with the end, for every measure that has settled within the first third of the run. */
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
