// Written from the contract by `npm run generate:sdk`.

/** Bytes from `start` to before `end`. */
export interface ByteRange {
  start: number
  end: number
}

const SINGLE_RANGE = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i

/**
 * The bytes that `Range` asks for, of a representation of `size` bytes (RFC 9110, section 14.1.2). Undefined for the whole: without a range, and
 * where it is malformed, in another unit, or more than one, which section 14.2 allows to ignore. `unsatisfiable` when it begins
 * after the end.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = header?.match(SINGLE_RANGE) ?? []
  if (first === '') return last === '' ? undefined : suffix(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : 'unsatisfiable'
}

/** The last bytes; all of them where there are fewer. Nothing of an empty representation can be named, so it is sent whole. */
function suffix(length: number, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (length === 0) return 'unsatisfiable'
  return size === 0 ? undefined : { start: Math.max(size - length, 0), end: size }
}
