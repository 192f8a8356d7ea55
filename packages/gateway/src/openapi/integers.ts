import type { oas31 } from 'zod-openapi'

const MAX_INT32 = 2_147_483_647

/** Keywords that hold values of a schema, and no schemas. */
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'example', 'examples'])

/** Keywords whose members have names of the application, or statuses, and not of other keywords. */
const NAMED: ReadonlySet<string> = new Set([
  '$defs',
  'headers',
  'patternProperties',
  'properties',
  'responses',
  'schemas',
])

/**
 * Adds a format to every integer of a document that has none, for generators of clients: `int32` or `int64`, by the integer's bounds. Examples and other values,
 * which belong to the contract, stay as they are.
 */
export function nameIntegerFormats(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (isInteger(node)) node.format ??= (node.maximum ?? Infinity) <= MAX_INT32 ? 'int32' : 'int64'
  for (const [keyword, part] of Object.entries(node)) {
    const parts = NAMED.has(keyword) ? Object.values(part as object) : [part]
    if (!VALUES.has(keyword)) for (const one of parts) nameIntegerFormats(one)
  }
}

const isInteger = (node: object): node is oas31.SchemaObject => 'type' in node && node.type === 'integer'
