/** A schema with others beside, by their names. */
interface Whole {
  $defs?: Record<string, object>
}

/** Names that zod makes up for schemas on the way of one that holds itself. */
const isMadeUp = (name: string) => name.startsWith('__schema')

const PREFIX = '#/$defs/'

/**
 * A schema without made-up names: what they stand for is written in their place. Undefined where that has no end, since nothing on the way of a
 * schema that holds itself has a name.
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
