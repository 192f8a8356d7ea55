import type { Operation } from './operation.ts'

/** The operations at a path, one for each method, and the values of its parameters. */
export interface Route {
  operations: readonly Operation[]
  parameters: Record<string, string>
}

interface Pattern {
  operations: Operation[]
  expression: RegExp
}

/** The paths of an application. */
export class Routes {
  /** First segments of all paths, after the common prefix. */
  readonly names: ReadonlySet<string>
  readonly #patterns: readonly Pattern[]

  constructor(operations: readonly Operation[], basePath: string) {
    const paths = [...new Set(operations.map(({ path }) => path))]
    this.names = new Set(paths.map((path) => path.slice(basePath.length).split('/')[1] ?? ''))
    // Paths with fewer parameters win.
    this.#patterns = paths
      .toSorted((one, other) => parametersIn(one) - parametersIn(other))
      .map((path) => ({
        operations: operations.filter((operation) => operation.path === path),
        expression: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      }))
  }

  /** Returns the route at a path, or undefined. */
  at(path: string): Route | undefined {
    for (const { operations, expression } of this.#patterns) {
      const match = expression.exec(path)
      if (!match) continue
      const given = Object.entries(match.groups ?? {})
      const parameters = Object.fromEntries(given.map(([name, text]) => [name, decodeURIComponent(text)]))
      return { operations, parameters }
    }
    return undefined
  }
}

const parametersIn = (path: string) => path.split('{').length - 1

/** Returns the value of `Allow`: the methods that a path accepts. */
export function allowedAt({ operations }: Route): string {
  const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set([...methods, 'OPTIONS'])].sort().join(', ')
}
