/** A schema with shared schemas by their names. */
interface Whole {
  $defs?: Record<string, object>
}

/** Whether zod made up a name, for a schema inside a recursive one. */
const isMadeUp = (name: string) => name.startsWith('__schema')

const PREFIX = '#/$defs/'

/**
 * Returns a schema without made-up names: the schemas are written in place of their names. Returns undefined if that has no end, since no schema in a recursion
 * has a name of its own.
 */
export function withoutMadeUpNames<Schema extends Whole>({ $defs = {}, ...root }: Schema): Schema | undefined {
  const entries = Object.entries($defs)
  const madeUp = new Map(entries.filter(([name]) => isMadeUp(name)))
  const named = entries.filter(([name]) => !isMadeUp(name))
  const whole = { ...root, ...(named.length > 0 && { $defs: Object.fromEntries(named) }) }
  return isEndless(whole, madeUp, []) ? undefined : (inlined(whole, madeUp) as Schema)
}

type Definitions = ReadonlyMap<string, object>

const isObject = (part: unknown): part is Record<string, unknown> => typeof part === 'object' && part !== null

const referred = ({ $ref }: Record<string, unknown>) => (typeof $ref === 'string' ? $ref : undefined)

function isEndless(part: unknown, madeUp: Definitions, within: readonly string[]): boolean {
  if (!isObject(part)) return false
  const name = referred(part)?.replace(PREFIX, '') ?? ''
  if (name === '#' || within.includes(name)) return true
  return Object.values(part)
    .concat(madeUp.get(name))
    .some((inner) => isEndless(inner, madeUp, madeUp.has(name) ? [...within, name] : within))
}

function inlined(part: unknown, madeUp: Definitions): unknown {
  if (Array.isArray(part)) return part.map((inner) => inlined(inner, madeUp))
  if (!isObject(part)) return part
  const definition = madeUp.get(referred(part)?.replace(PREFIX, '') ?? '')
  const whole = definition
    ? { ...definition, ...Object.fromEntries(Object.entries(part).filter(([name]) => name !== '$ref')) }
    : part
  return Object.fromEntries(Object.entries(whole).map(([name, inner]) => [name, inlined(inner, madeUp)]))
}
