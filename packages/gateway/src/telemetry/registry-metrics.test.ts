import { Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { Durations } from '../metrics/durations.ts'
import { registryOf } from '../metrics/registry.ts'
import { registryProducer } from './registry-metrics.ts'

test('a metric that the database does not tell is left out, and the others are told', async () => {
  const registry = registryOf({
    durations: new Durations(),
    counters: undefined,
    reporting: () => () => {},
    waitingQueries: () => 7,
    lag: () => Promise.reject(new Error('connection refused')),
  })
  const { resourceMetrics } = await registryProducer(async () => registry, { name: 'roster' }).collect()
  const points = new Map(
    resourceMetrics.scopeMetrics[0]!.metrics.map(({ descriptor, dataPoints }) => [
      descriptor.name,
      dataPoints.map(({ value }) => value),
    ]),
  )
  expect(points.get('db.client.connection.pending_requests')).toEqual([7])
  expect(points.get('db_answers')).toEqual([0])
  expect([...points.keys()]).not.toContain('event_log_lag_seconds')
})

test('a value that is no number, as the mean of nothing is, is left out', async () => {
  const registry = new Registry()
  new Gauge({ name: 'mean', help: 'A mean.', registers: [registry] }).set(NaN)
  new Gauge({ name: 'count', help: 'A count.', registers: [registry] }).set(0)
  const { resourceMetrics } = await registryProducer(async () => registry, { name: 'roster' }).collect()
  expect(resourceMetrics.scopeMetrics[0]!.metrics.map(({ descriptor }) => descriptor.name)).toEqual(['count'])
})
