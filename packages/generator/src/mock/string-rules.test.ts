import { emailAddress, fieldsParameter, instant, lineOfText, wordsOfText } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { mockMembers } from './mock-schema.ts'

const ruleOf = (schema: z.ZodType) => mockMembers({ it: schema })['it']

/** A text that must match an expression, in code, with what tells of it. */
const matching = (expression: RegExp, form: Record<string, unknown>) =>
  z
    .string()
    .refine((text) => expression.test(text))
    .meta(form)

test('the mock knows the members that `fields` may name, whatever signs are in them', () => {
  const record = z.object({ $id: z.string(), 'first-name': z.string(), größe: z.int() })
  expect(ruleOf(fieldsParameter(record, '$id'))).toMatchObject({
    rule: 'names',
    names: ['$id', 'first-name', 'größe'],
  })
})

test('a pattern that is no list of names stays a pattern', () => {
  const words = z
    .string()
    .refine((text) => text !== '?', { params: { code: 'unknown' } })
    .meta({ pattern: '^(?:a+|b)(?:,(?:a+|b))*$' })
  expect(ruleOf(words)).toMatchObject({ rule: 'pattern' })
})

test.each([
  ['airport', { pattern: '^[A-Z]{3}$' }, /^(?:EUR|FRA|TXL)$/],
  ['three capitals', { pattern: '^[A-Z]{3}$' }, /^[A-Z]{3}$/],
  ['beginning', { pattern: '^[A-Za-z0-9]' }, /^[A-Za-z0-9]/],
  ['text without a sign', { pattern: '^[^?]*$', maxLength: 20 }, /^[^?]*$/],
  ['address at work', { pattern: 'org$', format: 'email' }, /@example\.org$/],
  ['https address', { pattern: '^https:', format: 'uri' }, /^https:/],
  ['password', { pattern: String.raw`\d`, format: 'password', minLength: 12, maxLength: 128 }, /\d/],
  ['day', { pattern: '^2026-', format: 'date-time' }, /^2026-/],
])('the %s of an application stays the pattern that tells of it', (_what, form, expression) => {
  const { pattern } = form
  expect(ruleOf(matching(expression, form))).toEqual({
    type: 'string',
    rule: 'pattern',
    pattern,
    fault: ['invalid', 'Invalid input'],
  })
})

test.each([
  [2, 100],
  [10, 100],
  [0, 8],
])('words of %d to %d characters have one space between them', (min, max) => {
  expect(ruleOf(wordsOfText(min, max))).toMatchObject({ rule: 'words', min, max })
  expect(ruleOf(lineOfText(min, max))).toMatchObject({ rule: 'line', min, max })
})

test.each([
  ['a rule', lineOfText(1, 20).refine((text) => text !== 'x')],
  ['an expression', lineOfText(1, 20).regex(/^a/)],
  ['a length', lineOfText(1, 20).min(5)],
  ['a company', emailAddress.refine((text) => text.endsWith('.org')).meta({ description: 'At work.' })],
  ['a year', instant.refine((text) => text.startsWith('2026')).optional()],
  ['more', matching(/^a/, { pattern: '^a' }).refine((text) => text !== 'ax')],
])('%s that is added to a known text stops the generator', (_what, schema) => {
  expect(() => ruleOf(schema)).toThrow(
    '`it` has a rule that was added after its form was told, which the tables of the mock cannot say. Tell its form last, on the text itself: .meta({ pattern }).',
  )
})

test.each([
  ['another pattern', matching(/^a/, { pattern: '^a' }).refine((text) => text !== 'ax'), '^a(?!x$)'],
  ['an address', emailAddress.refine((text) => !text.endsWith('@example.org')), '^(?!.*@example[.]org$)'],
  ['an instant', instant.refine((text) => text.startsWith('2026')), '^2026'],
  ['a line', lineOfText(1, 20).refine((text) => text !== 'x'), '^(?!x$).{1,20}$'],
])('a pattern that is told after a rule was added to %s stands for all rules', (_what, schema, pattern) => {
  expect(ruleOf(schema.meta({ pattern }))).toMatchObject({ rule: 'pattern', pattern })
})

test('a rule of an instant that nothing tells of stops the generator', () => {
  expect(() => ruleOf(z.iso.datetime().refine((text) => text < '2026'))).toThrow('`it` has a rule that is code')
})
