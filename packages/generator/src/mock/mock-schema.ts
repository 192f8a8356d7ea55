import { exampleId } from '@roster/api'
import type { Schema } from '@roster/sdk/testing'
import type { z } from 'zod'

type Def = { type: string } & Record<string, any>
type Zod = z.core.$ZodType & { meta: () => Meta | undefined; safeParse: z.ZodType['safeParse'] }
interface Meta {
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  uniqueItems?: boolean
}

/** What a schema of the contract asks of a value, as data: no code of zod is needed to check it. */
export function mockSchema(schema: Zod, said: Meta = {}): Schema {
  const def = schema._zod.def as Def
  const meta = { ...said, ...schema.meta() }
  switch (def.type) {
    case 'optional':
      return { ...mockSchema(def['innerType'], meta), optional: true }
    case 'nullable':
      return { ...mockSchema(def['innerType'], meta), nullable: true }
    case 'default':
      return { ...mockSchema(def['innerType'], meta), default: def['defaultValue'] }
    case 'enum':
      return { type: 'enum', values: Object.values(def['entries']) }
    case 'boolean':
      return { type: 'boolean' }
    case 'number':
      return { type: 'integer', ...boundsOf(def) }
    case 'string':
      return { type: 'string', ...boundsOf(def), ...ruleOf(schema, def, meta) }
    case 'array':
      return {
        type: 'array',
        ...boundsOf(def),
        items: mockSchema(def['element']),
        ...(meta.uniqueItems && { distinct: true }),
      }
    case 'object':
      return { type: 'object', members: mockMembers(def['shape']) }
    default:
      throw new Error(
        `The mock knows no values of the type ${def.type}. Say in scripts/sdk/mock-schema.ts what they are.`,
      )
  }
}

export function mockMembers(shape: Record<string, unknown>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, mockSchema(member as Zod)]))
}

const checksOf = (def: Def): Def[] => (def['checks'] ?? []).map((check: { _zod: { def: Def } }) => check._zod.def)

/** The least and the most: a number, a length or a count. */
function boundsOf(def: Def): Pick<Schema, 'min' | 'max'> {
  const bounds: Pick<Schema, 'min' | 'max'> = {}
  for (const { check, value, minimum, maximum } of checksOf(def)) {
    if (check === 'greater_than') bounds.min = value
    if (check === 'less_than') bounds.max = value
    if (check === 'min_length') bounds.min = minimum
    if (check === 'max_length') bounds.max = maximum
  }
  return bounds
}

/** What a text must be beyond its length. Rules that are code have a name, by which the mock knows a twin of that code. */
function ruleOf(schema: Zod, def: Def, meta: Meta): Partial<Schema> {
  const regex = checksOf(def).find(({ check }) => check === 'string_format')
  if (regex) return { pattern: regex['pattern'].source }
  if (def['format'] === 'datetime') return { rule: 'instant', pattern: def['pattern'].source, fault: faultOf(schema) }
  if (!checksOf(def).some(({ check }) => check === 'custom' || check === undefined)) return {}
  const { minLength: min, maxLength: max } = meta
  const [rule, members] = RULES.find(([, , applies]) => applies(meta, schema)) ?? ['pattern', undefined]
  if (rule === 'names') return { rule, names: namesIn(meta.pattern!), fault: faultOf(schema) }
  const bounds = members === 'bounded' ? { min: min!, max: max! } : {}
  return { rule, ...bounds, fault: faultOf(schema), ...(rule === 'pattern' && { pattern: meta.pattern ?? '' }) }
}

type Rule = [
  name: NonNullable<Schema['rule']>,
  form: 'bounded' | 'plain',
  applies: (meta: Meta, schema: Zod) => boolean,
]

const LIST_OF_NAMES = /^\^\(\?:[\w.\\|]+\)\(\?:,/

const RULES: Rule[] = [
  ['email', 'plain', ({ format }) => format === 'email'],
  ['password', 'bounded', ({ format }) => format === 'password'],
  ['redirect-uri', 'plain', ({ format }, schema) => format === 'uri' && !isTaken(schema, 'http://example.com')],
  ['delivery-url', 'plain', ({ format }) => format === 'uri'],
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

/** Texts among which every rule refuses one that is neither too long nor too short. */
const REFUSED = [
  '?',
  '?\u0001?',
  '\ud800'.repeat(12),
  '+00000-01-01T00:00:00+23:59',
  '0000-01-01T00:00:00+23:59',
  exampleId('usr'),
]

/** What the rule says of a text that breaks it. */
function faultOf(schema: Zod): NonNullable<Schema['fault']> {
  const issues = REFUSED.flatMap((text) => schema.safeParse(text).error?.issues ?? [])
  const broken = issues.find(({ code }) => code === 'custom')
  if (!broken)
    throw new Error('A rule of the contract refuses none of the texts that are tried. Add one that it refuses.')
  return [(broken as { params?: { code?: string } }).params?.code ?? 'invalid', broken.message]
}
