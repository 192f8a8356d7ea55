import type { z } from 'zod'

/** Properties of a schema's check. */
export interface Check {
  check?: string
  tx?: (value: unknown) => unknown
  fn?: unknown
  format?: string
  normalize?: boolean
}

export type Change = (value: unknown) => unknown

/** A check in a schema. */
type Part = z.core.$ZodCheck['_zod']

const partsOf = ({ _zod }: z.core.$ZodType): Part[] => (_zod.def.checks ?? []).map((check) => check._zod)

/** Returns the checks of a schema: its own definition, and the checks that were added to it. */
export const checksOf = (schema: z.core.$ZodType): Check[] => [
  schema._zod.def as Check,
  ...partsOf(schema).map(({ def }) => def as Check),
]

/** Returns the changes that a schema's parser makes to a value that it accepts. */
export function changesOf(schema: z.core.$ZodType): Change[] {
  const addresses = checksOf(schema)
    .filter(({ format }) => format === 'url')
    .map(({ normalize }) => (normalize ? hrefOf : trimmed))
  return [...partsOf(schema).flatMap(changeOf), ...addresses]
}

function changeOf(part: Part): Change[] {
  const { check, tx } = part.def as Check
  if (check === 'overwrite' && tx) return [tx]
  return isCode(part) ? [(value) => checkedBy(part, value)] : []
}

/** Whether a check is a function that receives more than the value, and so may replace the value. */
const isCode = ({ def }: Part) => def.check === 'custom' && (def as Check).fn === undefined

function checkedBy(part: Part, value: unknown): unknown {
  const context = { value: value as never, issues: [] }
  void part.check(context)
  return context.value
}

/** Types whose values a function can change only by replacing them. */
const FIXED = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null'])

/** Whether a function may change values of a schema in place, which is not seen. */
export const isOpaque = (schema: z.core.$ZodType) => !FIXED.has(schema._zod.def.type) && partsOf(schema).some(isCode)

const trimmed = (value: unknown) => String(value).trim()

const hrefOf = (value: unknown) => URL.parse(String(value))?.href
