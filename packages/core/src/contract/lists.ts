import { z } from 'zod'
import { withoutDefault } from './defaults.ts'
import { MAX_PAGE } from './max-page.ts'

/** Maximum number of records on a page. */
export const MAX_LIMIT = 100

/** A cursor's text: base64url, opaque to callers. */
const cursorText = z.string().max(2_000).meta({ pattern: '^[\\w-]*$' })

/** Query parameters that every list takes, beside its filters. */
export const pageParameters = {
  limit: z
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(20)
    .meta({ description: 'Records a page.', examples: [20] }),
  page: z
    .int()
    .min(1)
    .max(MAX_PAGE)
    .optional()
    .meta({
      description: 'Page number, for offset style, which also counts all records. Cannot be combined with `cursor`.',
      examples: [1],
    }),
  cursor: cursorText.optional().meta({
    description:
      '`next_cursor` of the previous page; empty for the first page. Selects cursor style, which neither ' +
      'repeats nor skips records while others change the collection.',
    examples: [''],
  }),
}

/** Returns the query parameters that order a list by one of `fields`, the first being the default. */
export function sortParameters<const Fields extends readonly [string, ...string[]]>(fields: Fields) {
  return {
    sort: z
      .enum(fields)
      .default(fields[0] as never)
      .meta({ description: 'Field to sort by; ties are broken by the identifier.', examples: [fields[0]] }),
    order: z
      .enum(['asc', 'desc'])
      .default('desc')
      .meta({ description: 'Direction of the sort.', examples: ['desc'] }),
  }
}

/** Returns the schema of `fields`, a comma-separated selection among the members of a record. `key` is the member that identifies the record. */
export function fieldsParameter(record: z.ZodObject, key = 'id') {
  const known = new Set(namesOf(record))
  const another = [...known].find((name) => name !== key) ?? key
  const member = `(?:${[...known].map(escaped).join('|')})`
  return z
    .string()
    .max(1_000)
    .check((context) => {
      for (const name of new Set(context.value.split(','))) {
        if (known.has(name)) continue
        const message =
          name === '' ? 'must name at least one member' : `does not know the member "${name.slice(0, 64)}"`
        context.issues.push({ code: 'custom', message, input: context.value, params: { code: 'unknown-member' } })
      }
    })
    .optional()
    .meta({
      pattern: `^${member}(?:,${member})*$`,
      description: `Members to return, separated by commas; \`${key}\` always stays.`,
      examples: [`${key},${another}`],
    })
}

/** Returns a name as a part of a pattern that no sign in it changes. */
const escaped = (name: string) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Returns the names of the members of a record. It calls no getters, whose schemas may not exist yet. */
const namesOf = (record: z.ZodObject) => Object.keys(z.core.util.rawShape(record._zod.def) ?? record.shape)

/** The full record of each selection of members. */
const wholes = new WeakMap<z.ZodObject, z.ZodObject>()

/** Returns the full record that a list selects members of; any other schema unchanged. */
export const wholeOf = (selection: z.ZodObject): z.ZodObject => wholes.get(selection) ?? selection

/** Returns the schema of a record with the members that `fields` selects. Its type keeps every member, for callers who do not select. */
function selectionOf<Record extends z.ZodObject>(record: Record, title: string, key: string): Record {
  requireListable(record, title, key)
  const { description, examples = [] } = record.meta()!
  const shape: z.core.$ZodLooseShape = {}
  for (const name of namesOf(record))
    Object.defineProperty(shape, name, { enumerable: true, get: () => withoutDefault(record.shape[name] as z.ZodType) })
  const selection = record
    .safeExtend(shape)
    .partial()
    .required({ [key]: true } as never)
    .meta({
      id: `Selected${title}`,
      description: `${description} Without the members that \`fields\` leaves out.`,
      examples,
    })
  wholes.set(selection, record)
  return selection as unknown as Record
}

/** Throws an `Error` for a record of which no selection can be described, identified or checked. */
function requireListable(record: z.ZodObject, title: string, key: string): void {
  const unless = (isSound: unknown, what: string) => {
    if (!isSound) throw new Error(`The record of the list ${title} has ${what}`)
  }
  unless(record.meta()?.description, "no description. Add one with `.meta({ description: '…' })`.")
  unless(
    namesOf(record).includes(key),
    `no member ${key}. Give \`listOf\` the member that identifies a record as its third argument.`,
  )
  unless(
    !record._zod.def.checks?.length,
    'a check, such as a `refine`, which needs members that `fields` leaves out. Check its members, or what is written.',
  )
}

const pagination = z
  .object({
    page: z
      .int()
      .min(1)
      .max(MAX_PAGE)
      .meta({ description: 'Number of this page, from 1.', examples: [1] }),
    limit: z
      .int()
      .min(1)
      .max(MAX_LIMIT)
      .meta({ description: 'Records a page.', examples: [20] }),
    total: z
      .int()
      .min(0)
      .meta({ description: 'Records in the whole collection under these filters.', examples: [1] }),
    total_pages: z
      .int()
      .min(0)
      .meta({ description: 'Pages in all; 0 for an empty collection.', examples: [1] }),
  })
  .meta({ id: 'Pagination', description: 'Position of a numbered page.' })

/**
 * Returns the schema of a list: with `pagination` by number, or with `next_cursor` and `has_more` by cursor. `key` is the member that
 * identifies a record.
 */
export function listOf<Record extends z.ZodObject>(record: Record, title: string, key = 'id') {
  const data = z
    .array(selectionOf(record, title, key))
    .max(MAX_LIMIT)
    .meta({ description: 'The records of this page.' })
  const offset = z
    .object({ data, pagination })
    .meta({ id: `${title}Page`, description: `A numbered page of the collection.` })
  const cursor = z
    .object({
      data,
      next_cursor: cursorText
        .nullable()
        .meta({ description: 'Value of `cursor` for the next page; null on the last page.', examples: [null] }),
      has_more: z.boolean().meta({ description: 'Whether another page follows.', examples: [false] }),
    })
    .meta({ id: `${title}CursorPage`, description: `A page of the collection, by cursor.` })
  return z.union([offset, cursor]).meta({
    description: 'A page of the collection: numbered, or by cursor when `cursor` is sent.',
  })
}

export interface OffsetPage<Record> {
  data: Record[]
  pagination: { page: number; limit: number; total: number; total_pages: number }
}

export interface CursorPage<Record> {
  data: Record[]
  next_cursor: string | null
  has_more: boolean
}

export type Page<Record> = OffsetPage<Record> | CursorPage<Record>
