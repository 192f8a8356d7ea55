/** Upper bounds of the histogram of durations, in seconds. */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What requests are counted apart by. */
export interface RequestLabels {
  method: string
  route: string
  status: number
}

/** Requests that are counted together. */
export interface Series {
  readonly labels: RequestLabels
  /** How many ended within each bound and not within the one before it; the last are those beyond all. */
  readonly within: number[]
  /** How long all of them took, in seconds. */
  sum: number
}

/** How long requests took. They are counted from the start, whether or not anybody reads metrics. */
export class Durations {
  readonly #series = new Map<string, Series>()

  observe(labels: RequestLabels, seconds: number): void {
    const series = this.#seriesOf(labels)
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound)
    series.within[bucket < 0 ? BUCKETS.length : bucket]! += 1
    series.sum += seconds
  }

  all(): Iterable<Series> {
    return this.#series.values()
  }

  #seriesOf(labels: RequestLabels): Series {
    const key = `${labels.method} ${labels.status} ${labels.route}`
    const known = this.#series.get(key)
    if (known) return known
    const series = { labels, within: Array.from({ length: BUCKETS.length + 1 }, () => 0), sum: 0 }
    this.#series.set(key, series)
    return series
  }
}
