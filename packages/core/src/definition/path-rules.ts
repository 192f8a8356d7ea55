import type { z } from 'zod'
import { namesIn, unnamed } from '../contract/path-template.ts'
import { doubles, operations, operationsIn, type Rule } from './rule.ts'

const basePath: Rule = ({ basePath: path }) =>
  /^(?:\/(?!\.\.?(?:\/|$))[\w.-]+)+$/.test(path)
    ? []
    : [`The \`basePath\` of the application is "${path}". Make it a path without a slash at its end, such as /api.`]

/** First path segments that the gateway serves beside the operations of an application. */
const TAKEN: ReadonlySet<string> = new Set([
  'docs', 'errors', 'events', 'openapi.json', 'openapi.yaml', 'trpc', 'ws', 'mcp', 'metrics', 'livez', 'readyz',
  '.well-known', 'authorize', 'device', 'interaction', 'logout', 'oauth', 'token', 'userinfo',
]) // prettier-ignore

const takenBasePath: Rule = ({ basePath: path }) =>
  TAKEN.has(path.split('/')[1]!)
    ? [
        `The \`basePath\` of the application is "${path}", which the gateway has for itself. Take another, such as /api.`,
      ]
    : []

const paths: Rule = (definition) =>
  doubles(
    operations(definition),
    ({ method, path }) => `${method} ${unnamed(path)}`,
    (one, other) =>
      `${other.name} has the path of ${one.name}: ${other.method} ${other.path}. Give one of them another.`,
  )

/** The router knows each parameter of a path by one name. */
const twoNames: Rule = (definition) =>
  [...Map.groupBy(operations(definition), ({ path }) => unnamed(path)).values()].flatMap(([first, ...others]) =>
    others
      .filter(({ method, path }) => method !== first!.method && path !== first!.path)
      .map(
        ({ name, path }) =>
          `${name} has the path ${path}, which is ${first!.path} of ${first!.name}. Write both alike.`,
      ),
  )

const basePathOfExports: Rule = ({ basePath: path, exported }) =>
  exported.basePath === path
    ? []
    : [`The \`basePath\` of exports is "${exported.basePath}", and that of the application "${path}". Take one.`]

const pathsOutside: Rule = (definition) =>
  operationsIn(definition.own)
    .filter(({ path }) => !path.startsWith(`${definition.basePath}/`))
    .map(
      ({ name, path }) =>
        `${name} has the path ${path}, which is not below the \`basePath\` of the application. Begin it with ${definition.basePath}/.`,
    )

/** Pattern of a path. Clients resolve the segments `.` and `..` before they send a request. */
const PATH = /^(?:\/(?:(?!\.\.?(?:\/|$))[\w.~-]+|\{\w+\}))+$/

const pathForms: Rule = ({ own }) =>
  operationsIn(own)
    .filter(({ path }) => !PATH.test(path))
    .map(
      ({ name, path }) =>
        `${name} has the path ${path}, which callers could not reach. Between its slashes put a word or a parameter such as {book_id}, and nothing at its end.`,
    )

const repeatedParameters: Rule = ({ own }) =>
  operationsIn(own).flatMap(({ name, path }) =>
    namesIn(path)
      .filter((one, index, all) => all.indexOf(one) < index)
      .map((one) => `${name} has {${one}} twice in its path. Call one of them otherwise.`),
  )

const undescribedParameters: Rule = (definition) =>
  operations(definition).flatMap(({ name, path, pathNames }) =>
    namesIn(path)
      .filter((one) => !pathNames.includes(one))
      .map((one) => `${name} has {${one}} in its path and no schema of it. Add ${one} to its \`params\`.`),
  )

const missingParameters: Rule = (definition) =>
  operations(definition).flatMap(({ name, path, pathNames }) =>
    pathNames
      .filter((one) => !namesIn(path).includes(one))
      .map((one) => `${name} has ${one} among its \`params\` and not in its path ${path}. Add {${one}} to that.`),
  )

const locations: Rule = (definition) =>
  operations(definition).flatMap(({ name, location, output }) => {
    const { shape = {} } = (output ?? {}) as Partial<z.ZodObject>
    return namesIn(location ?? '')
      .filter((member) => !(member in shape))
      .map(
        (member) =>
          `${name} has {${member}} in its \`location\`, and an output that is no plain \`z.object\` with that member. Name a member of one.`,
      )
  })

/** Returns a pattern of the paths that a template stands for. */
const patternOf = (path: string) => new RegExp(`^${unnamed(path).replaceAll('.', '\\.').replaceAll('{}', '[^/]+')}$`)

const readLocations: Rule = (definition) => {
  const reads = operations(definition).filter(({ method }) => method === 'GET')
  const patterns = reads.map(({ path }) => patternOf(path))
  return operationsIn(definition.own)
    .filter(({ location }) => location !== undefined && !patterns.some((one) => one.test(unnamed(location))))
    .map(
      ({ name, location }) =>
        `${name} has the \`location\` ${location}, where no operation reads. Name the path of one with the method GET.`,
    )
}

/** Rules for the paths of an application and its operations. */
export const pathRules: readonly Rule[] = [
  basePath,
  takenBasePath,
  basePathOfExports,
  paths,
  twoNames,
  pathsOutside,
  pathForms,
  repeatedParameters,
  undescribedParameters,
  missingParameters,
  locations,
  readLocations,
]
