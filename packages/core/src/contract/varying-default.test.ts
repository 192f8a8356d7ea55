import { expect, test } from 'vitest'
import { z } from 'zod'
import { hasVaryingDefault } from './varying-default.ts'

let count = 0
const text = z.string()

test.each([
  ['the time', text.default(() => new Date().toISOString())],
  ['the day', text.default(() => new Date().toISOString().slice(0, 10))],
  ['the year', text.prefault(() => String(new Date(Date.now()).getFullYear()))],
  ['chance', z.number().default(() => Math.random())],
  ['order', z.int().default(() => count++)],
  ['the time of a refusal', z.unknown().catch(() => new Date())],
  ['what was refused', z.unknown().catch((refused: { input: unknown }) => refused.input)],
  ['how much was wrong', z.int().catch(({ issues }) => issues.length)],
])('a default varies by %s', (_, schema) => {
  expect(hasVaryingDefault(schema)).toBe(true)
})

test.each([
  ['a value', text.default('a')],
  ['a list', z.array(text).default([])],
  ['a function', text.default(() => 'a')],
  ['a day of its own', z.date().default(() => new Date('2026-11-26'))],
  ['no default', text.optional()],
])('%s always gives the same', (_, schema) => {
  expect(hasVaryingDefault(schema)).toBe(false)
})

test('the clock is as it was, whatever a default throws', () => {
  const before = Date
  const faulty = text.catch(({ issues }) => String(issues[0]!.message))
  expect(hasVaryingDefault(faulty)).toBe(true)
  expect(Date).toBe(before)
})
