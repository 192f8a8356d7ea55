import { CURRENCIES, lineOfText } from '@roster/core/contract'
import type { Schema } from '@roster/sdk/testing'
import { type Place, refuse } from './refusal.ts'
import type { Meta, Zod } from './zod.ts'

/** Returns the named rule of a text, with its parameters and the fault of a text that breaks the rule; undefined if there is no such rule. */
export function ruleOf(schema: Zod, meta: Meta, place: Place): Partial<Schema> | undefined {
  const { minLength: min, maxLength: max, pattern } = meta
  const known = RULES.find((each) => isRule(each, schema, meta))
  if (!known) return patternRule(schema, meta, place)
  const { name: rule, isBounded } = known
  if (rule === 'names') return { rule, names: namesIn(pattern!), fault: faultOf(schema, place) }
  const bounds = isBounded ? { min: min!, max: max! } : {}
  return { rule, ...bounds, fault: faultOf(schema, place) }
}

/** Returns the rule that the pattern of a text tells; undefined without a pattern. */
export const patternRule = (schema: Zod, { pattern }: Meta, place: Place): Partial<Schema> | undefined =>
  pattern === undefined ? undefined : { rule: 'pattern', fault: faultOf(schema, place), pattern }

/** A rule of the core, and how it is recognized: rules of applications may have the same format or pattern, but do not take and refuse the same texts. */
interface Rule {
  name: NonNullable<Schema['rule']>
  isBounded?: true
  isTold: (meta: Meta, schema: Zod) => boolean
  takes?: readonly string[]
  refuses?: readonly string[]
}

/** Names between bars, with no sign that is not escaped. */
const LIST_OF_NAMES = /^\^\(\?:(?:\\\W|[^\\^$.*+?()[\]{}])+\)\(\?:,/

/** Pattern of any line of text. */
const LINE = lineOfText(0, 1).meta()!.pattern

const hasFormat = (wanted: string) => (meta: Meta) => meta.format === wanted
const hasPattern = (wanted: unknown) => (meta: Meta) => meta.pattern === wanted

const RULES: readonly Rule[] = [
  { name: 'email', isTold: hasFormat('email'), takes: ['ada@example.com'], refuses: ['ada'] },
  {
    name: 'password',
    isBounded: true,
    isTold: hasFormat('password'),
    takes: ['a'.repeat(12)],
    refuses: ['a'.repeat(11)],
  },
  {
    name: 'redirect-uri',
    isTold: hasFormat('uri'),
    takes: ['https://example.com/', 'http://localhost/'],
    refuses: ['http://example.com/', 'https://example.com/#'],
  },
  {
    name: 'delivery-url',
    isTold: hasFormat('uri'),
    takes: ['https://example.com/', 'http://example.com/'],
    refuses: ['https://ada@example.com/'],
  },
  {
    name: 'timestamp',
    isTold: hasFormat('date-time'),
    takes: ['2026-11-21T09:30:00.000Z'],
    refuses: ['2026-11-21T09:30:00Z'],
  },
  { name: 'currency', isTold: hasPattern('^[A-Z]{3}$'), takes: [...CURRENCIES], refuses: ['AAA'] },
  { name: 'distinguished-name', isTold: hasPattern('^[A-Za-z0-9]'), takes: ['CN=a'], refuses: ['a'] },
  { name: 'names', isTold: ({ pattern = '' }) => LIST_OF_NAMES.test(pattern) },
  { name: 'words', isBounded: true, isTold: (meta, schema) => hasPattern(LINE)(meta) && hasSingleSpaces(schema, meta) },
  { name: 'line', isBounded: true, isTold: hasPattern(LINE) },
]

const isRule = ({ isTold, takes = [], refuses = [] }: Rule, schema: Zod, meta: Meta) =>
  isTold(meta, schema) && takes.every((text) => isTaken(schema, text)) && !refuses.some((text) => isTaken(schema, text))

const isTaken = (schema: Zod, text: string) => schema.safeParse(text).success

/** Whether a schema makes one space of several. */
function hasSingleSpaces(schema: Zod, { minLength = 0 }: Meta): boolean {
  const word = 'a'.repeat(Math.max(minLength - 2, 1))
  return schema.safeParse(`a  ${word}`).data === `a ${word}`
}

const namesIn = (pattern: string) => /\(\?:([^)]*)\)/.exec(pattern)![1]!.replaceAll('\\', '').split('|')

/** Sample texts. Every rule refuses one of them for another reason than its length. */
const REFUSED = [
  '?',
  '?\u0001?',
  '\ud800'.repeat(12),
  '+00000-01-01T00:00:00+23:59',
  '0000-01-01T00:00:00+23:59',
  'usr_01KAJQ7W5M8XV2R4T6Y9B3D501',
]

/** Returns the fault of a text that breaks the schema's rule. Throws if the rule refuses none of the sample texts. */
export function faultOf(schema: Zod, place: Place): NonNullable<Schema['fault']> {
  const issues = REFUSED.flatMap((text) => schema.safeParse(text).error?.issues ?? [])
  const broken = issues.find(({ code }) => code === 'custom')
  if (!broken)
    return refuse(place, 'has a rule that refuses none of the texts that are tried', 'Add one that it refuses.')
  return [(broken as { params?: { code?: string } }).params?.code ?? 'invalid', broken.message]
}
