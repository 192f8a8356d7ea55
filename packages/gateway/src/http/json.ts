import { Problem } from '@roster/core/contract'
import { MalformedJson, readJson } from './strict-json.ts'

/** Reads one JSON document strictly. Throws `malformed-json`. */
export function parseJson(source: Uint8Array | string): unknown {
  try {
    return readJson(source)
  } catch (error) {
    if (error instanceof MalformedJson) throw new Problem('malformed-json', error.message)
    throw error
  }
}
