import type { oas31 } from 'zod-openapi'

const MAX_INT32 = 2_147_483_647

/** Adds a format to every integer of a document that has none, for generators of clients: `int32` or `int64`, by the integer's bounds. */
export function nameIntegerFormats(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (isInteger(node)) node.format ??= (node.maximum ?? Infinity) <= MAX_INT32 ? 'int32' : 'int64'
  for (const part of Object.values(node)) nameIntegerFormats(part)
}

const isInteger = (node: object): node is oas31.SchemaObject => 'type' in node && node.type === 'integer'
