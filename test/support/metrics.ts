import { Durations } from '../../packages/gateway/src/metrics/durations.ts'
import { registryOf } from '../../packages/gateway/src/metrics/registry.ts'

/** Names of metrics: those of the service, and those of the process that prom-client measures. */
const NAME = /\b(?:http|event_log|db|webhook|realtime|process|nodejs)_[a-z0-9_]+\b/g

/** Returns the names of the metrics in a text. A histogram has one name, without `_bucket`, `_sum` and `_count`. */
export const metricsIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(NAME), ([name]) => name.replace(/_(?:bucket|sum|count)$/, ''))),
]

/** Returns the names of all metrics that a service serves. */
export async function metricsServed(): Promise<ReadonlySet<string>> {
  const registry = registryOf({
    durations: new Durations(),
    reporting: () => () => {},
    waitingQueries: () => 0,
    lag: async () => ({ unsequenced: 0, age: 0 }),
    counters: { open: {}, slowReaders: 0, fannedOut: 0 } as never,
    replication: {
      counts: { primary: 0, replica: 0 },
      replicas: [{ place: 'replica:5432', fault: undefined, behind: 0 }],
    },
    relay: { source: 'broker', changes: { database: 0, broker: 0 }, isPublishing: false },
    deliveries: {
      counters: { succeeded: 0, retried: 0, failed: 0, disabled: 0 },
      lag: async () => ({ waiting: 0, age: 0 }),
    },
  })
  const text = await registry.metrics()
  return new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name!))
}
