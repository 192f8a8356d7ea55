import { errorsOf } from '@roster/core/contract'
import type { Application } from '../application.ts'
import { formatted } from '../text/format.ts'
import type { Described } from './operation.ts'
import { describe } from '../schema/types.ts'
import { camelCase, comment } from '../text/words.ts'
import { clientOf, idOf } from './variable.ts'

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

/** Sentences for operations without a scope. */
const NO_SCOPE: Record<string, string> = { any: 'Needs any credential.', none: 'Needs no credential.' }

/** Codes that the documentation of a method leaves out: errors that every method can throw, which the package documents once, and errors of a faulty client. */
const LEFT_OUT = new Set<string>([
  ...errorsOf({ scope: 'any', pathNames: [], body: undefined, errors: [] }).map(({ code }) => code),
  'malformed-json',
  'payload-too-large',
  'unsupported-media-type',
  'idempotency-key-reused',
  'idempotency-in-progress',
])

/** Returns the doc comment of a method, with an example call to copy. */
export async function documentation(described: Described, application: Application): Promise<string> {
  const { summary, description, scope } = described.operation
  return comment(
    `${summary}.`,
    description,
    NO_SCOPE[scope] ?? `Needs the scope \`${scope}\`.`,
    [...parametersOf(described), ...throwsOf(described), deprecationOf(described)].filter(Boolean).join('\n'),
    `@example\n${await exampleOf(described, application)}`,
  )
}

function parametersOf({ ids, body, query }: Described): string[] {
  return [
    ...ids.map(([name, schema]) => `@param ${idOf(name)} - ${describe({ description: schema.description! })}`),
    ...(body ? ['@param body - Body of the request.'] : []),
    ...(query ? ['@param query - Query parameters.'] : []),
  ]
}

function throwsOf({ operation, isChange }: Described): string[] {
  const byClass = new Map<string, string[]>()
  for (const { code, status } of errorsOf(operation)) {
    if (LEFT_OUT.has(code) || (code === 'validation-failed' && !operation.body)) continue
    const name = CLASSES[status] ?? 'APIError'
    byClass.set(name, [...(byClass.get(name) ?? []), code])
  }
  if (isChange) byClass.set('PreconditionFailedError', ['version-conflict'])
  return [...byClass].map(([name, codes]) => `@throws \`${name}\`: ${codes.join(', ')}.`)
}

const deprecationOf = ({ operation: { deprecated } }: Described) =>
  deprecated &&
  `@deprecated since ${deprecated.since}; it may be gone from ${deprecated.sunset} on. See ${deprecated.link}`

async function exampleOf(
  { operation, ids, list, isFile, query, body: given }: Described,
  { name: client }: Application,
): Promise<string> {
  const [resource, name] = operation.name.split('.')
  const path = ids.map(([id]) => literal(firstExample(operation.parameters.shape[id])) ?? idOf(id))
  const body = given ? [literal(operation.example) ?? 'body'] : []
  const required = query?.required?.length ? [literal(examplesOf(operation, query.required))] : []
  const call = `${clientOf(client)}.${camelCase(resource!)}.${name}(${[...path, ...body, ...required].join(', ')})`
  const statement = list ? `for await (const record of ${call}) console.log(record)` : `await ${call}`
  const code = await formatted('example.mts', isFile ? `const stream = ${statement}` : statement)
  return code.trimEnd()
}

const examplesOf = ({ parameters }: Described['operation'], names: string[]) =>
  Object.fromEntries(names.map((name) => [name, firstExample(parameters.shape[name])]))

const firstExample = (schema: unknown) =>
  (schema as { meta: () => { examples?: unknown[] } | undefined }).meta()?.examples?.[0]

/** Returns a value as code; undefined without a value. */
const literal = (value: unknown) => JSON.stringify(value) as string | undefined
