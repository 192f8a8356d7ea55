import { z } from 'zod'
import { normalized } from './normal-form.ts'
import { isTimestamp } from './timestamp.ts'

// Control characters, line and paragraph separators, and the marks that reorder text (Unicode Bidi_Control).
const UNSAFE = String.raw`\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`

const VISIBLE = new RegExp(`^[^${UNSAFE}]*$`)

const isVisibleText = (text: string) => text.isWellFormed() && VISIBLE.test(text)

/** Schema of one line of text for people: trimmed, in Unicode NFC, of `min` to `max` code points, without control or bidirectional formatting characters. */
export function lineOfText(min: number, max: number) {
  return line((text) => text, min, max)
}

/** Schema of words to search for: a line of text in which any run of white space becomes one space. */
export function wordsOfText(min: number, max: number) {
  return line((text) => text.replace(/\s+/gu, ' '), min, max)
}

function line(prepare: (text: string) => string, min: number, max: number) {
  return z
    .string()
    .overwrite((text) => normalized(prepare(text).trim(), 'NFC', max))
    .check((context) => {
      const length = lengthWithin(context.value, min, max)
      if (length < min) context.issues.push(tooShort(min, context.value))
      if (length > max) context.issues.push(tooLong(max, context.value))
    })
    .refine(isVisibleText, 'must not contain control or bidirectional formatting characters')
    .meta({ minLength: min, maxLength: max, pattern: VISIBLE.source })
}

/**
 * Returns the number of code points in a text, or its length in UTF-16 units when that alone shows that it is within the limits: each code point is one or two
 * units.
 */
function lengthWithin(text: string, min: number, max: number): number {
  return text.length >= 2 * min && text.length <= max ? text.length : Array.from(text).length
}

const tooShort = (minimum: number, input: string) =>
  ({ code: 'too_small', origin: 'string', minimum, inclusive: true, input }) as const

const tooLong = (maximum: number, input: string) =>
  ({ code: 'too_big', origin: 'string', maximum, inclusive: true, input }) as const

/** An instant as sent to callers: ISO 8601 in UTC with milliseconds. For input in any form, use `instant`. */
export const timestamp = z
  .string()
  .refine(isTimestamp, {
    error: 'must be an instant in UTC with milliseconds, such as 2026-11-21T09:30:00.000Z',
    params: { code: 'invalid-format' },
  })
  .meta({
    format: 'date-time',
    maxLength: 24,
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`,
    examples: ['2026-11-21T09:30:00.000Z'],
  })

/** Schema of an instant that a caller sends, with any offset; it is kept as a `timestamp`. */
export const instant = z.iso
  .datetime({ offset: true, abort: true })
  .max(64)
  .overwrite((text) => new Date(text).toISOString())
  .refine((text) => /^(?!0000)\d{4}-/.test(text), {
    error: 'must be in the years 0001 to 9999 in UTC',
    params: { code: 'invalid-format' },
  })
  .meta({ format: 'date-time', examples: ['2027-11-21T09:30:00.000Z'] })
