/** Something that must not grow while the load stays the same. */
export interface Measure {
  title: string
  unit: string
  /** The metric it is read from, by `/metrics`. */
  metric: string
  /** What one of the unit is in that of the metric. */
  scale: number
  /** How long it takes to settle, in seconds: code is compiled, the heap finds its size, connections are opened. */
  settles: number
  /** By how much the end of a run may be above its beginning: that part of the beginning, and so many units besides. */
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

/** What all measures were at one moment, in their units. */
export interface Sample {
  /** Seconds since the load began. */
  at: number
  values: readonly number[]
}

/** Reads the measures from the text of `/metrics`. Throws where one of them is not in it. */
export function valuesIn(metrics: string): number[] {
  return measures.map(({ metric, scale }) => {
    const found = new RegExp(`^${metric} (\\S+)$`, 'm').exec(metrics)
    if (!found) throw new Error(`The service does not tell ${metric}.`)
    return Number(found[1]) / scale
  })
}
