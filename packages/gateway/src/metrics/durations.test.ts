import { expect, test } from 'vitest'
import { BUCKETS, Durations } from './durations.ts'

const labels = { method: 'GET', route: '/v1/users', status: 200 }

test('a request is counted within the first bound that it does not exceed', () => {
  const durations = new Durations()
  for (const seconds of [0, 0.001, 0.0011, 10, 10.5]) durations.observe(labels, seconds)
  const [series] = durations.all()
  expect(series!.within).toEqual([2, 1, ...BUCKETS.slice(3).map(() => 0), 1, 1])
  expect(series!.sum).toBeCloseTo(20.5021)
})

test('method, route and status are counted apart', () => {
  const durations = new Durations()
  const all = [labels, { ...labels, method: 'HEAD' }, { ...labels, route: '/v1' }, { ...labels, status: 304 }]
  for (const one of all) durations.observe(one, 1)
  expect(Array.from(durations.all(), (series) => series.labels)).toEqual(all)
})
