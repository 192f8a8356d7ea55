import { mayBeAbsent, mayStayAbsent } from './absence.ts'
import type { Schema } from './operation.ts'
import { counted } from './rules.ts'
import type { Walk } from './walk.ts'

/** Checks an array whose items have schemas by position. */
export function checkedTuple(schema: Schema, value: unknown, walk: Walk): unknown {
  if (!Array.isArray(value)) return walk.add('invalid-type', 'must be an array')
  const { parts = [], rest } = schema
  const least = endOf(parts, (part) => !mayBeAbsent(part))
  if (!rest && value.length < least) return walk.add('too-small', `must have at least ${counted(least, 'item')}`)
  if (!rest && value.length > parts.length) walk.add('too-large', `must have at most ${counted(parts.length, 'item')}`)
  const result = first(schema, value, walk)
  if (rest) for (let at = parts.length; at < value.length; at++) result.push(walk.into(schema, rest, value[at], at))
  return result
}

/** Returns the items with schemas of their own. Items at the end may be missing. */
function first(schema: Schema, value: readonly unknown[], walk: Walk): unknown[] {
  const { parts = [] } = schema
  const kept = endOf(parts, (part) => !mayStayAbsent(part))
  const result: unknown[] = []
  for (const [at, part] of parts.entries()) {
    const isMissing = at >= value.length
    if (isMissing && at >= kept && !standsFor(part)) break
    const trial = walk.trial()
    const item = trial.into(schema, part, value[at], at)
    if (isMissing && at >= kept && trial.found.length > 0) break
    walk.found.push(...trial.found)
    result.push(item)
  }
  while (result.length > value.length && mayStayAbsent(parts[result.length - 1]!) && result.at(-1) === undefined)
    result.pop()
  return result
}

/** Whether a missing item has a value in its place. */
const standsFor = (part: Schema) => 'default' in part || 'prefault' in part || part.absent === 'tried'

/** Returns the position after the last part that matches a condition. */
const endOf = (parts: readonly Schema[], holds: (part: Schema) => boolean) => parts.findLastIndex(holds) + 1
