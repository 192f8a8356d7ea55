/** Upper bounds of the histogram of durations, in seconds. */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Labels by which requests are counted separately. */
export interface RequestLabels {
  method: string
  route: string
  status: number
}

/** Requests with equal labels, counted together. */
export interface Series {
  readonly labels: RequestLabels
  /** Number of requests in each bucket: within its bound, and not within the bound before it. The last bucket has no bound. */
  readonly within: number[]
  /** Duration of all requests together, in seconds. */
  sum: number
}

/** Durations of requests. They are counted from the start, whether or not metrics are read. */
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
