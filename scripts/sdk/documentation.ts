import { inspect } from 'node:util'
import { type ErrorCode, errors, errorsOf } from '@roster/api'
import type { Described } from './operation.ts'
import { describe } from './types.ts'
import { camelCase, comment } from './words.ts'

const CLASSES: Record<number, string> = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  409: 'ConflictError',
  410: 'GoneError',
  412: 'PreconditionFailedError',
  422: 'ValidationError',
  429: 'RateLimitError',
}

/** Errors that every method can throw are told of once, in the documentation of the package; those of a faulty client nowhere. */
const LEFT_OUT = new Set<ErrorCode>([
  ...errorsOf({ scope: 'any', pathNames: [], body: undefined, errors: [] }),
  'malformed-json',
  'unsupported-media-type',
  'idempotency-key-reused',
  'idempotency-in-progress',
])

/** The documentation of a method. `example` is a call of it. */
export function documentation(described: Described): string {
  const { summary, description, scope } = described.operation
  return comment(
    `${summary}.`,
    description,
    scope === 'any' ? 'Every credential will do.' : `Needs the scope \`${scope}\`.`,
    [...parametersOf(described), ...throwsOf(described), deprecationOf(described)].filter(Boolean).join('\n'),
    `@example\n${exampleOf(described)}`,
  )
}

function parametersOf({ ids, body, query }: Described): string[] {
  return [
    ...ids.map(([name, schema]) => `@param ${camelCase(name)} - ${describe({ description: schema.description! })}`),
    ...(body ? ['@param body - What to send.'] : []),
    ...(query ? ['@param query - What to select.'] : []),
  ]
}

function throwsOf({ operation, isChange }: Described): string[] {
  const byClass = new Map<string, string[]>()
  for (const code of errorsOf(operation)) {
    if (LEFT_OUT.has(code)) continue
    const name = CLASSES[errors[code].status] ?? 'APIError'
    byClass.set(name, [...(byClass.get(name) ?? []), code])
  }
  if (isChange) byClass.set('PreconditionFailedError', ['version-conflict'])
  return [...byClass].map(([name, codes]) => `@throws \`${name}\`: ${codes.join(', ')}.`)
}

const deprecationOf = ({ operation: { deprecated } }: Described) =>
  deprecated &&
  `@deprecated since ${deprecated.since}; it may be gone from ${deprecated.sunset} on. See ${deprecated.link}`

/** A call that can be copied. */
export function exampleOf({ operation, ids, list, isFile, query }: Described): string {
  const [resource, name] = operation.name.split('.')
  const path = ids.map(([id]) => literal(firstExample(operation.parameters.shape[id])))
  const body = operation.example === undefined ? [] : [literal(operation.example)]
  const required = !list && query?.required?.length ? [literal(examplesOf(operation, query.required))] : []
  const call = `roster.${resource}.${name}(${[...path, ...body, ...required].join(', ')})`
  if (list) return `for await (const record of ${call}) console.log(record)`
  return isFile ? `const stream = await ${call}` : `await ${call}`
}

const examplesOf = ({ parameters }: Described['operation'], names: string[]) =>
  Object.fromEntries(names.map((name) => [name, firstExample(parameters.shape[name])]))

const firstExample = (schema: unknown) =>
  (schema as { meta: () => { examples?: unknown[] } | undefined }).meta()?.examples?.[0]

const literal = (value: unknown) => inspect(value, { depth: null, breakLength: 100, compact: 4 })
