import { expect, test } from 'vitest'
import { chart } from '../bench/soak/chart.ts'
import { growthsOf } from '../bench/soak/growth.ts'
import { measures, type Sample, valuesIn } from '../bench/soak/measures.ts'

/** A run whose first measure is this function of the part of it that is over; the others stay as they are. */
const runOf = (memory: (part: number) => number): Sample[] =>
  Array.from({ length: 101 }, (_, nth) => ({ at: nth * 10, values: [memory(nth / 100), 10, 0, 0, 60] }))

const grown = (samples: Sample[]) =>
  growthsOf(samples).flatMap(({ measure, hasGrown }) => (hasGrown ? [measure.title] : []))

test('what grows without end is named, and what it was at the beginning and at the end', () => {
  const leaking = runOf((part) => 200 + 200 * part)
  expect(grown(leaking)).toEqual(['Memory'])
  expect(growthsOf(leaking)[0]).toMatchObject({ first: expect.closeTo(262), last: expect.closeTo(374) })
})

test('a service that gets warm, and one peak, is no growth', () => {
  expect(grown(runOf((part) => (part < 0.18 ? 1_000 * part : 200)))).toEqual([])
  expect(grown(runOf((part) => (part > 0.9 && part < 0.95 ? 900 : 200)))).toEqual([])
})

test('a run in which memory has not settled says nothing of it', () => {
  const short = runOf((part) => 100 + 300 * part).slice(0, 50)
  expect(growthsOf(short).map(({ measure }) => measure.title)).not.toContain('Memory')
  expect(growthsOf(short)).toHaveLength(measures.length - 1)
})

test('measures are read from the text of metrics, in their units', () => {
  const lines = measures.map(({ metric, scale }, nth) => `# TYPE ${metric} gauge\n${metric} ${(nth + 1) * scale}`)
  expect(valuesIn(lines.join('\n'))).toEqual([1, 2, 3, 4, 5])
  expect(() => valuesIn('')).toThrow('The service does not tell process_resident_memory_bytes.')
})

test('the chart has a line for each measure, from 0 to the next round number', () => {
  const drawing = chart(
    'A run',
    runOf(() => 130),
  )
  expect(drawing.match(/<polyline/g)).toHaveLength(measures.length)
  for (const text of ['Memory (MiB)', '>200<', '>Open files<', '>100<', '>17 min<']) expect(drawing).toContain(text)
})
