import { AggregatorRegistry, type Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { Durations } from './durations.ts'
import { registryOf } from './registry.ts'

const P99 = 'nodejs_eventloop_lag_p99_seconds'

const registry: Registry = registryOf({
  durations: new Durations(),
  counters: undefined,
  reporting: () => () => {},
  waitingQueries: () => 0,
  lag: async () => ({ unsequenced: 0, age: 0 }),
})

test('of the delays of several workers, the longest is told', async () => {
  const measured = (await registry.getMetricsAsJSON()).filter(({ name }) => name === P99)
  const late = (value: number) =>
    measured.map((metric) => Object.assign({}, metric, { values: [{ value, labels: {} }] }))
  const all = AggregatorRegistry.aggregate([late(0.01), late(0.7), late(0.02)] as never)
  expect(await all.getSingleMetricAsString(P99)).toContain(`${P99} 0.7`)
})
