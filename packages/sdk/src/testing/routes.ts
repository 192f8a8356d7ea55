import { OPERATIONS } from './contract/operations.ts'
import type { Operation } from './operation.ts'

/** What is at a path: an operation for each method it takes, and the parameters in it. */
export interface Route {
  operations: readonly Operation[]
  parameters: Record<string, string>
}

interface Pattern {
  path: string
  operations: Operation[]
  expression: RegExp
}

/** Paths with fewer parameters win. */
const PATTERNS: readonly Pattern[] = [...new Set(OPERATIONS.map(({ path }) => path))]
  .map((path) => ({
    path,
    operations: OPERATIONS.filter((operation) => operation.path === path),
    expression: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }))
  .toSorted((one, other) => parametersIn(one.path) - parametersIn(other.path))

function parametersIn(path: string): number {
  return path.split('{').length - 1
}

/** What the contract has at a path; undefined for nothing. */
export function routeAt(path: string): Route | undefined {
  for (const { operations, expression } of PATTERNS) {
    const match = expression.exec(path)
    if (!match) continue
    const given = Object.entries(match.groups ?? {})
    return { operations, parameters: Object.fromEntries(given.map(([name, text]) => [name, decodeURIComponent(text)])) }
  }
  return undefined
}

/** The methods that a path takes, as `Allow` has them. */
export function allowedAt({ operations }: Route): string {
  const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
}

/** First segments of the paths there are, without the version. */
export const RESOURCE_PATHS: ReadonlySet<string> = new Set(OPERATIONS.map(({ path }) => path.split('/')[2] ?? ''))

const unnamed = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/** The operation that reads what this one writes or makes; undefined where there is none. */
export function readerOf({ method, location, path }: Operation): Operation | undefined {
  const at = method === 'POST' ? location : path
  if (at === undefined) return undefined
  return OPERATIONS.find((other) => other.method === 'GET' && !other.media && unnamed(other.path) === unnamed(at))
}

/** Whether what an operation answers with is how its resource is read, and so has an entity tag. */
export function isRepresentation(operation: Operation): boolean {
  const reader = readerOf(operation)
  return reader === operation || (reader !== undefined && reader.record === operation.record)
}
