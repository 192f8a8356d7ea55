import { CURRENCIES } from '#core/contract/currencies'
import { deliveryUrlFault } from '#core/contract/delivery-url'
import { isDistinguishedName } from '#core/contract/distinguished-name'
import { emailKey } from '#core/contract/email-key'
import { isRedirectUri } from '#core/contract/redirect-uri'
import { isTimestamp } from '#core/contract/timestamp'
import type { Schema } from './operation.ts'

/** Result of a rule of the contract: the text to keep, and the text's faults. */
interface Finding {
  text: string
  faults: [code: string, message: string][]
}

type Rule = (text: string, schema: Schema) => Finding

// Control characters, line and paragraph separators, and the marks that reorder text.
const VISIBLE = /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/ // oxlint-disable-line no-control-regex

/** Returns a rule that checks a text and does not change it. */
const must =
  (holds: (text: string, schema: Schema) => boolean): Rule =>
  (text, schema) => ({ text, faults: holds(text, schema) ? [] : [[...schema.fault!]] })

/** Returns a rule that changes a text and finds no faults. */
const made =
  (change: (text: string) => string): Rule =>
  (text) => ({ text: change(text), faults: [] })

/** Returns a rule for one line of visible text, which is first normalized. */
const line =
  (prepare: (text: string) => string): Rule =>
  (given, schema) => {
    const text = prepare(given).trim().normalize('NFC')
    const faults = lengthFaults(text, schema)
    const isVisible = text.isWellFormed() && VISIBLE.test(text)
    return { text, faults: faults.length > 0 || isVisible ? faults : [[...schema.fault!]] }
  }

/** The rules of the contract that are code, by name. */
export const RULES: Record<NonNullable<Schema['rule']>, Rule> = {
  'delivery-url': deliveryUrl,
  currency: must((text) => CURRENCIES.has(text)),
  'distinguished-name': must(isDistinguishedName),
  email: must((text) => emailKey(text) !== undefined),
  instant,
  line: line((text) => text),
  'lower-case': made((text) => text.toLowerCase()),
  names,
  'normal-form': made((text) => text.normalize()),
  password,
  pattern: must((text, { pattern = '' }) => new RegExp(pattern, 'u').test(text)),
  'redirect-uri': must(isRedirectUri),
  timestamp: must(isTimestamp),
  trim: made((text) => text.trim()),
  'upper-case': made((text) => text.toUpperCase()),
  words: line((text) => text.replace(/\s+/gu, ' ')),
}

/** Returns the faults of a text's length, counted in code points. */
export function lengthFaults(text: string, { min = 0, max = Infinity }: Schema): Finding['faults'] {
  const { length } = Array.from(text)
  if (length < min) return [['too-small', `must have at least ${counted(min, 'character')}`]]
  return length > max ? [['too-large', `must have at most ${counted(max, 'character')}`]] : []
}

export const counted = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`

const NO_INSTANT = 'must be a date and a time with its offset, such as 2026-11-21T09:30:00Z'

function instant(given: string, { pattern = '', max = Infinity, fault }: Schema): Finding {
  const isInstant = new RegExp(pattern).test(given)
  if (!isInstant) return { text: given, faults: [['invalid-format', NO_INSTANT]] }
  const faults = lengthFaults(given, { type: 'string', max })
  const text = new Date(given).toISOString()
  return { text, faults: /^(?!0000)\d{4}-/.test(text) ? faults : [...faults, [...fault!]] }
}

function names(text: string, { names: known = [], fault }: Schema): Finding {
  const [code, message] = fault!
  const noun = code.replace('unknown-', '')
  const unknown = [...new Set(text.split(','))].filter((name) => !known.includes(name))
  const says = (name: string) =>
    name === '' ? `must name at least one ${noun}` : message.replace('"?"', () => `"${name.slice(0, 64)}"`)
  return { text, faults: unknown.map((name) => [code, says(name)]) }
}

function password(text: string, schema: Schema): Finding {
  const faults: Finding['faults'] = text.isWellFormed() ? [] : [[...schema.fault!]]
  return { text, faults: [...faults, ...lengthFaults(text.normalize('NFKC'), schema)] }
}

function deliveryUrl(text: string, { fault }: Schema): Finding {
  const message = deliveryUrlFault(text)
  return { text, faults: message === undefined ? [] : [[fault![0], message]] }
}
