import type { Schema } from '@roster/sdk/testing'
import { type Place, refuse } from './refusal.ts'
import type { Meta, Zod } from './zod.ts'

/** Returns the named rule of a text, with its parameters and the fault of a text that breaks the rule; undefined if there is no such rule. */
export function ruleOf(schema: Zod, meta: Meta, place: Place): Partial<Schema> | undefined {
  const { minLength: min, maxLength: max, pattern } = meta
  const [rule, members] = RULES.find(([, , applies]) => applies(meta, schema)) ?? ['pattern', undefined]
  if (rule === 'names') return { rule, names: namesIn(pattern!), fault: faultOf(schema, place) }
  if (rule === 'pattern') return pattern === undefined ? undefined : { rule, fault: faultOf(schema, place), pattern }
  const bounds = members === 'bounded' ? { min: min!, max: max! } : {}
  return { rule, ...bounds, fault: faultOf(schema, place) }
}

type Rule = [
  name: NonNullable<Schema['rule']>,
  form: 'bounded' | 'plain',
  applies: (meta: Meta, schema: Zod) => boolean,
]

/** Names between bars, with no sign that is not escaped. */
const LIST_OF_NAMES = /^\^\(\?:(?:\\\W|[^\\^$.*+?()[\]{}])+\)\(\?:,/

const RULES: Rule[] = [
  ['email', 'plain', ({ format }) => format === 'email'],
  ['password', 'bounded', ({ format }) => format === 'password'],
  ['redirect-uri', 'plain', ({ format }, schema) => format === 'uri' && !isTaken(schema, 'http://example.com')],
  ['delivery-url', 'plain', ({ format }) => format === 'uri'],
  ['timestamp', 'plain', ({ format }) => format === 'date-time'],
  ['currency', 'plain', ({ pattern }) => pattern === '^[A-Z]{3}$'],
  ['distinguished-name', 'plain', ({ pattern }) => pattern === '^[A-Za-z0-9]'],
  ['names', 'plain', ({ pattern = '' }) => LIST_OF_NAMES.test(pattern)],
  ['words', 'bounded', (meta, schema) => isLine(meta) && schema.safeParse('two  words').data === 'two words'],
  ['line', 'bounded', isLine],
]

const isTaken = (schema: Zod, text: string) => schema.safeParse(text).success

function isLine({ pattern = '', maxLength }: Meta): boolean {
  return pattern.startsWith('^[^') && maxLength !== undefined
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
