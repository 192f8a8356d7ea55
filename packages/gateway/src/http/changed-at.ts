/** Returns when a record last changed, from its member `updated_at`. Undefined where that is no instant, such as null for a record that never changed. */
export function changedAt(record: unknown): string | undefined {
  const { updated_at: changed } = (record ?? {}) as { updated_at?: unknown }
  const text = changed instanceof Date ? changed.toJSON() : changed
  return typeof text === 'string' && INSTANT.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** The beginning of an instant in ISO 8601. `Date` finds days in other texts too, such as one in "Reel 5". */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/
