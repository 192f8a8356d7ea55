const DECIMAL = /^-?\d+(?:\.\d+)?$/

/**
 * Returns the number that a database driver gives as a text or as a bigint, such as `12.50` for a `numeric`. Undefined for any other value, and for a number
 * that is too large to be exact.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'bigint' && typeof value !== 'string') return undefined
  const number = Number(value)
  const isExact = Math.abs(number) <= Number.MAX_SAFE_INTEGER && (typeof value === 'bigint' || DECIMAL.test(value))
  return isExact || (Number.isFinite(number) && String(number) === value) ? number : undefined
}
