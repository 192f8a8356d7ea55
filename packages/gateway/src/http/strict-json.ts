/** Maximum nesting of objects and arrays; the root is 1. */
const MAX_DEPTH = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads one JSON document strictly: UTF-8 without a byte order mark, no doubled members, no `__proto__`, at most 32 levels.
 * Throws a `MalformedJson`.
 */
export function readJson(source: Uint8Array | string): unknown {
  const text = typeof source === 'string' ? source : decode(source)
  const value = parse(text)
  const members = countMembers(value, 1)
  if (members !== countMemberSeparators(text)) throw malformed('has a member twice in one object')
  return value
}

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw malformed('is empty')
  try {
    return utf8.decode(bytes)
  } catch {
    throw malformed('is not UTF-8')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (text.charCodeAt(0) === 0xfeff) throw malformed('starts with a byte order mark')
    throw malformed(`is not valid JSON: ${(error as SyntaxError).message}`)
  }
}

/** Returns the number of members of all objects in a value. Throws `MalformedJson` when the value is too deep or names `__proto__`. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth > MAX_DEPTH) throw malformed(`is nested deeper than ${MAX_DEPTH} levels`)
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countMembers(item, depth + 1), 0)
  const names = Object.keys(value)
  if (Object.hasOwn(value, '__proto__')) throw malformed('has a member named __proto__')
  return names.reduce((sum, name) => sum + countMembers(value[name as never], depth + 1), names.length)
}

const STRING = /"(?:[^"\\]|\\.)*"/g

/** Returns the number of colons outside strings: one for each member as written, repeated ones included. */
function countMemberSeparators(text: string): number {
  return text.replace(STRING, '').split(':').length - 1
}

/** Error for a text that is not accepted as a JSON document. The message says why in a sentence. */
export class MalformedJson extends Error {}

const malformed = (what: string) => new MalformedJson(`The JSON ${what}. Send one JSON document in UTF-8.`)
