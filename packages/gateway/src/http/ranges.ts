/** Bytes from `start` up to, but not including, `end`. */
export interface ByteRange {
  start: number
  end: number
}

const SINGLE_RANGE = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i

/**
 * Returns the bytes that `Range` asks for, of a representation of `size` bytes (RFC 9110, section 14.1.2). Returns undefined, for the whole, without
 * a range, and for one that is malformed, in another unit, or multiple, which section 14.2 allows to ignore. Returns `unsatisfiable` when the range
 * begins after the end.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = header?.match(SINGLE_RANGE) ?? []
  if (first === '') return last === '' ? undefined : suffix(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}

/**
 * Returns the range of the last bytes; of all bytes where there are fewer. Returns undefined for an empty representation, which has no range and is
 * sent whole.
 */
function suffix(length: number, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (length === 0) return 'unsatisfiable'
  return size === 0 ? undefined : { start: Math.max(size - length, 0), end: size }
}
