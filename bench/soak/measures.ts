/** A measure that must not grow under a constant load. */
export interface Measure {
  title: string
  unit: string
  /** Name of the metric in `/metrics`. */
  metric: string
  /** Number of the metric's units in one unit of the measure. */
  scale: number
  /** Time until the measure has settled, in seconds: code is compiled, the heap reaches its size, connections are opened. */
  settles: number
  /** Allowed growth from the beginning to the end of a run: this part of the beginning's value, plus this number of units. */
  tolerance: { part: number; units: number }
}

export const measures: readonly Measure[] = [
  {
    title: 'Memory',
    unit: 'MiB',
    metric: 'process_resident_memory_bytes',
    scale: 1_048_576,
    settles: 180,
    tolerance: { part: 0.1, units: 32 },
  },
  {
    title: 'Event loop lag, p99',
    unit: 'ms',
    metric: 'nodejs_eventloop_lag_p99_seconds',
    scale: 0.001,
    settles: 30,
    tolerance: { part: 0.5, units: 100 },
  },
  {
    title: 'Event log lag',
    unit: 's',
    metric: 'event_log_lag_seconds',
    scale: 1,
    settles: 30,
    tolerance: { part: 0.5, units: 0.25 },
  },
  {
    title: 'Webhook delivery lag',
    unit: 's',
    metric: 'webhook_delivery_lag_seconds',
    scale: 1,
    settles: 30,
    tolerance: { part: 0.5, units: 0.5 },
  },
  {
    title: 'Open files',
    unit: '',
    metric: 'process_open_fds',
    scale: 1,
    settles: 30,
    tolerance: { part: 0.1, units: 16 },
  },
]

/** Values of all measures at one time, in their units. */
export interface Sample {
  /** Seconds since the load began. */
  at: number
  values: readonly number[]
}

/** Returns the values of all measures from the text of `/metrics`. Throws when the text lacks one. */
export function valuesIn(metrics: string): number[] {
  return measures.map(({ metric, scale }) => {
    const found = new RegExp(`^${metric} (\\S+)$`, 'm').exec(metrics)
    if (!found) throw new Error(`The service does not tell ${metric}.`)
    return Number(found[1]) / scale
  })
}
