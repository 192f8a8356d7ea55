import type { Fault } from '../contract/fault.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'

/** PostgreSQL's codes for a text, and for JSON, with a NUL in it. */
const CODES: ReadonlySet<unknown> = new Set(['22021', '22P05'])

/**
 * Returns parameters with U+FFFD in place of each NUL. PostgreSQL has no text with a NUL in it, and refuses a query that asks for one. Now it finds nothing, as
 * for any other text that names no record.
 */
export function findable<Parameters extends object>(parameters: Parameters): Parameters {
  const held = Object.entries(parameters).filter(([, value]) => typeof value === 'string' && value.includes('\0'))
  if (held.length === 0) return parameters
  return { ...parameters, ...Object.fromEntries(held.map(([name, value]) => [name, value.replaceAll('\0', '\uFFFD')])) }
}

/** Returns `validation-failed` where PostgreSQL has refused a NUL of this body, with each member that has one. Returns any other error itself. */
export function nulRefused(error: unknown, body: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && CODES.has(error.code))) return error
  const faults = nulsIn(body)
  return faults.length > 0 ? invalid('body', faults) : error
}

function nulsIn(value: unknown, path: readonly string[] = []): Fault[] {
  const isHeld = (typeof value === 'string' && value.includes('\0')) || path.at(-1)?.includes('\0')
  if (isHeld) return [fault('body', path, 'invalid', 'must not contain the character U+0000')]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([member, within]) => nulsIn(within, [...path, member]))
}
