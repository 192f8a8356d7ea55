import type { MeasuredValue, Measurement, Measurements } from './messages.ts'

/** Types of measurements that only grow while a process runs. */
const GROWING = new Set(['counter', 'histogram'])

/** The last known counts of ended workers, added up. Without them, the sum over all workers would fall, as if all had begun to count anew. */
export class LastCounts {
  readonly #counts = new Map<string, Measurement>()

  add(measurements: Measurements): void {
    for (const measurement of measurements.filter(({ type }) => GROWING.has(type))) {
      const { name, values } = measurement
      const before = this.#counts.get(name)?.values ?? []
      this.#counts.set(name, { ...measurement, values: summed([...before, ...values]) })
    }
  }

  all(): Measurements {
    return [...this.#counts.values()]
  }
}

/** Adds up the values of each series. */
function summed(values: readonly MeasuredValue[]): MeasuredValue[] {
  const series = new Map<string, MeasuredValue>()
  for (const one of values) {
    const key = JSON.stringify([one.metricName, one.labels])
    series.set(key, { ...one, value: one.value + (series.get(key)?.value ?? 0) })
  }
  return [...series.values()]
}
