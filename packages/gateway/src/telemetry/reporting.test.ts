import { expect, test } from 'vitest'
import { reporting } from './reporting.ts'

test('an outage is reported once, and the next one again', () => {
  const told: unknown[] = []
  let outcome: { code: number; error?: Error } = { code: 0 }
  const exporter = reporting(
    { export: (_batch: string[], tell: (of: typeof outcome) => void) => tell(outcome) },
    (error) => told.push(error),
  )
  const outages = ['first', 'second'].map((name) => new Error(name))
  for (const error of outages) {
    for (const after of [{ code: 1, error }, { code: 1, error }, { code: 0 }]) {
      outcome = after
      exporter.export([], () => {})
    }
  }
  expect(told).toEqual(outages)
})

test('who sends is told what came of it', () => {
  const exporter = reporting(
    { export: (_batch: string[], tell: (of: { code: number }) => void) => tell({ code: 1 }) },
    () => {},
  )
  const outcomes: unknown[] = []
  exporter.export([], (outcome) => outcomes.push(outcome))
  expect(outcomes).toEqual([{ code: 1 }])
})
