import { listedIn } from '../contract/collections.ts'
import { defaultOf } from '../contract/defaults.ts'
import { wholeOf } from '../contract/lists.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { isObject } from './sent-object.ts'

type Defaults = readonly (readonly [name: string, read: () => unknown])[]

/** The defaults of the members of a listed record, by the output of the list, whose own schema has no defaults. */
const known = new WeakMap<object, Defaults>()

/**
 * Returns a page whose records have the defaults of the members they lack, as a single record has; with `fields`, only for the members that it names. Any other
 * output is returned unchanged.
 */
export function completed({ output }: AnyOperation, fields: unknown, page: unknown): unknown {
  if (!output) return page
  const defaults = known.get(output) ?? defaultsIn(output)
  known.set(output, defaults)
  if (defaults.length === 0 || !isObject(page) || !Array.isArray(page['data'])) return page
  const names = typeof fields === 'string' ? new Set(fields.split(',')) : undefined
  const wanted = defaults.filter(([name]) => names?.has(name) ?? true)
  return { ...page, data: page['data'].map((record: unknown) => filled(record, wanted)) }
}

function defaultsIn(output: NonNullable<AnyOperation['output']>): Defaults {
  const listed = listedIn(output)
  const record = listed && wholeOf(listed)
  if (!record || record === listed) return []
  return Object.entries(record.shape).flatMap(([name, member]) => {
    const read = defaultOf(member as never)
    return read ? [[name, read] as const] : []
  })
}

function filled(record: unknown, defaults: Defaults): unknown {
  if (!isObject(record)) return record
  const lacking = defaults.filter(([name]) => record[name] === undefined)
  return lacking.length === 0
    ? record
    : { ...record, ...Object.fromEntries(lacking.map(([name, read]) => [name, read()])) }
}
