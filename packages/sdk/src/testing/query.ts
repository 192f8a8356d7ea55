import { fault } from '#core/validation/fault'
import { invalid } from './refuse.ts'
import type { Fault } from '#core/contract/fault'
import { TEXT_FORMS } from '#gateway/http/text-forms'
import { Problem } from './problem.ts'
import type { Members, Schema } from './operation.ts'
import { type Checks, faultsOf } from './validate.ts'

type Values = Record<string, unknown>

/** Returns the types that a schema accepts. A listed value counts with its own type, except for texts. */
function typesOf({ type, parts = [], values }: Schema): string[] {
  if (type === 'union') return parts.flatMap(typesOf)
  if (type === 'pipe') return typesOf(parts[0]!)
  return values?.map((value) => typeof value).filter((one) => one in TEXT_FORMS) ?? [type]
}

/** Types that a text can never have. */
const COMPOSED = new Set(['array', 'tuple', 'object', 'record'])

/** Converts the text of a parameter to the type in its schema. Text that is no such value stays text, and validation refuses it. */
function valueOf(text: string, schema: Schema = { type: 'string' }): unknown {
  const types = typesOf(schema)
  return types.every((type) => type in TEXT_FORMS || COMPOSED.has(type)) &&
    types.some((type) => TEXT_FORMS[type]?.test(text))
    ? JSON.parse(text)
    : text
}

/** Fault of a `version` other than 1. `?version=1` repeats the version in the path and is allowed. */
const OTHER_VERSION = fault('parameters', ['version'], 'invalid-value', 'must be 1, the only version there is')

/** Message for a path parameter that is also in the query. */
const IN_PATH = 'is not a parameter of this operation'

/** Returns the parameters of a query string. Throws `invalid-parameters` for a parameter that is repeated or belongs in the path. */
export function readQuery(search: string, members: Members, checks: Checks, path: Values = {}): Values {
  const values: Values = {}
  const faults: Fault[] = []
  for (const [name, text] of pairs(search.slice(1))) {
    if (Object.hasOwn(values, name)) faults.push(fault('parameters', [name], 'repeated', 'must be given once'))
    else if (Object.hasOwn(path, name)) faults.push(fault('parameters', [name], 'unknown-parameter', IN_PATH))
    else if (name === 'version' && text !== '1') faults.push(OTHER_VERSION)
    const value = valueOf(text, Object.hasOwn(members, name) ? members[name] : undefined)
    Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true })
  }
  delete values['version']
  if (faults.length > 0) throw invalid('parameters', [...faults, ...otherFaults(members, values, checks, faults)])
  return values
}

/** Returns the parameters of a request, from its query string and its path. */
export function readParameters(search: string, members: Members, checks: Checks, path: Record<string, string>): Values {
  const inPath = Object.entries(path).map(([name, text]) => [name, valueOf(text, members[name])])
  return { ...readQuery(search, members, checks, path), ...Object.fromEntries(inPath) }
}

/** Returns the other faults of a query, so that all faults are listed at once. Missing parameters are left out, since path parameters are not in a query. */
function otherFaults(members: Members, values: Values, checks: Checks, known: readonly Fault[]): Fault[] {
  const fields = new Set(known.map(({ field }) => field))
  return faultsOf(members, values, 'parameters', checks).filter(
    ({ field, code }) => code !== 'required' && !fields.has(field),
  )
}

function* pairs(query: string): Generator<[name: string, value: string]> {
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    yield equals === -1 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new Problem(
      'invalid-parameters',
      'The query string has a percent-encoding that is no UTF-8. Encode it again.',
    )
  }
}
