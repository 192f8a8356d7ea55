import { listedIn } from '../contract/collections.ts'
import { defaultOf } from '../contract/defaults.ts'
import { wholeOf } from '../contract/lists.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { isObject } from './sent-object.ts'

type Defaults = readonly (readonly [name: string, read: () => unknown])[]

/**
 * Returns a function that gives the records of a page the defaults of the members they lack, as a single record has, since the record's schema in a list has
 * no defaults; with `fields`, only for the members that it names. Any other output is returned unchanged. The schema is analyzed with the first output.
 */
export function completerOf({ output }: AnyOperation): (fields: unknown, page: unknown) => unknown {
  if (!output) return (_fields, page) => page
  let defaults: Defaults | undefined
  return (fields, page) => {
    defaults ??= defaultsIn(output)
    if (defaults.length === 0 || !isObject(page) || !Array.isArray(page['data'])) return page
    const names = typeof fields === 'string' ? new Set(fields.split(',')) : undefined
    const wanted = defaults.filter(([name]) => names?.has(name) ?? true)
    return { ...page, data: page['data'].map((record: unknown) => filled(record, wanted)) }
  }
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
