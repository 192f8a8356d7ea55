import type { z } from 'zod'
import { OPENID_SCOPES } from '../contract/openid-scopes.ts'
import { coreErrors, type ErrorKind } from '../contract/error-kind.ts'
import { type AnyOperation, isScope, UNSCOPED } from '../contract/operation.ts'
import { operationsOf } from '../contract/resource.ts'
import { RESERVED_CHANNELS } from '../events/channels.ts'
import { agentRules } from './agent-rules.ts'
import type { Definition } from './definition.ts'
import { contracts, contractsIn, doubles, operations, type Rule } from './rule.ts'

const ownOperations = ({ own }: Definition): AnyOperation[] => contractsIn(own).flatMap(operationsOf)

const basePath: Rule = ({ basePath: path }) =>
  /^(?:\/[\w.-]+)+$/.test(path)
    ? []
    : [`The \`basePath\` of the application is "${path}". Make it a path without a slash at its end, such as /api.`]

const administrators: Rule = ({ access }) =>
  access.administrators.length > 0
    ? []
    : [
        "No role of `access` may do everything, so that nobody could begin. Give one `scopes: 'every'` and `records: 'all'`.",
      ]

const reservedRoles: Rule = ({ access }) =>
  access.roles
    .filter((role): boolean => !access.actsAsUser(role))
    .map((role) => `The role ${role} has the name of what OAuth clients act in. Call it otherwise.`)

/** What is no scope of an application where a scope can stand. */
const OTHER_SCOPES: ReadonlySet<string> = new Set([...UNSCOPED, ...OPENID_SCOPES])

const reservedScopes: Rule = ({ access }) =>
  access.scopeNames
    .filter((scope) => OTHER_SCOPES.has(scope))
    .map((scope) => `The scope ${scope} has a name that means something to the core. Call it otherwise.`)

const reservedResources: Rule = ({ own, core }) =>
  Object.keys(core)
    .filter((name) => name in own)
    .map((name) => `The resource ${name} has the name of one that comes with the core. Call it otherwise.`)

const resourceNames: Rule = ({ own }) =>
  Object.entries(own).flatMap(([name, { contract }]) =>
    contract.name === name
      ? []
      : [`The resource ${name} has a contract that is called ${contract.name}. Call both by one name.`],
  )

const paths: Rule = (definition) =>
  doubles(
    operations(definition),
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    (one, other) =>
      `${other.name} has the path of ${one.name}: ${other.method} ${other.path}. Give one of them another.`,
  )

const pathsOutside: Rule = (definition) =>
  ownOperations(definition)
    .filter(({ path }) => !path.startsWith(`${definition.basePath}/`))
    .map(
      ({ name, path }) =>
        `${name} has the path ${path}, which is not below the \`basePath\` of the application. Begin it with ${definition.basePath}/.`,
    )

const PATH = /^(?:\/(?:[\w.~-]+|\{\w+\}))+$/

const pathForms: Rule = (definition) =>
  ownOperations(definition)
    .filter(({ path }) => !PATH.test(path))
    .map(
      ({ name, path }) =>
        `${name} has the path ${path}, which callers could not reach. Between its slashes put a word or a parameter such as {book_id}, and nothing at its end.`,
    )

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

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
        (member) => `${name} has {${member}} in its \`location\`, which its output lacks. Name a member of the output.`,
      )
  })

/** What takes a scope, and which. */
const scopesTaken = (definition: Definition): [taker: string, scope: string][] => [
  ...definition.access.roles.flatMap((role) =>
    [...definition.access.scopesOfRole(role)].map((scope): [string, string] => [`The role ${role}`, scope]),
  ),
  ...operations(definition).flatMap(({ name, scope, scopeForOthers }) =>
    [...new Set([scope, scopeForOthers])].filter(isScope).map((one): [string, string] => [name, one]),
  ),
  ...contracts(definition).flatMap(({ name, readScope }): [string, string][] =>
    readScope === undefined ? [] : [[`The \`readScope\` of ${name}`, readScope]],
  ),
  ...Object.entries(definition.exported.kinds).flatMap(([kind, { scope }]): [string, string][] =>
    scope === undefined ? [] : [[`The export of ${kind}`, scope]],
  ),
]

const scopes: Rule = (definition) => {
  const known: readonly string[] = definition.access.scopeNames
  const mend = `Add it there, or take one of ${known.join(', ')}.`
  return scopesTaken(definition)
    .filter(([, scope]) => !known.includes(scope))
    .map(([taker, scope]) => `${taker} takes the scope "${scope}", which \`access\` does not have. ${mend}`)
}

/** The kinds of errors that operations list, and the first operation that lists each. */
function listedErrors(definition: Definition): Map<ErrorKind, string> {
  const firsts = new Map<ErrorKind, string>()
  for (const { name, errors } of operations(definition))
    for (const kind of errors) if (!firsts.has(kind) && !coreErrors.includes(kind)) firsts.set(kind, name)
  return firsts
}

const errorCodes: Rule = (definition) =>
  doubles(
    [...coreErrors.map((kind) => [kind, 'the core'] as const), ...listedErrors(definition)],
    ([{ code }]) => code,
    ([, one], [, other], code) =>
      `${other} has another error with the code ${code} than ${one}. Give one of them another code.`,
  )

/** A code stands in the address of its page. */
const errorForms: Rule = (definition) =>
  [...listedErrors(definition)].flatMap(([{ code, status }, name]) => {
    if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(code))
      return `${name} lists an error with the code "${code}". Write it in small letters and digits, with hyphens between words.`
    if (status < 400 || status > 599)
      return `${name} lists the error ${code} with the status ${status}. Give it one from 400 to 599.`
    return []
  })

const events: Rule = (definition) => {
  const all = contracts(definition).flatMap(({ name, events: own }) =>
    Object.keys(own).map((event) => ({ name, event })),
  )
  return [
    ...all
      .filter(({ event }) => !/^[a-z_]+\.[a-z_]+$/.test(event))
      .map(
        ({ name, event }) =>
          `${name} has an event "${event}". Call it by two words in small letters, such as book.shelved.`,
      ),
    ...doubles(
      all,
      ({ event }) => event,
      (one, other, event) => `${other.name} has the event ${event}, as ${one.name} has. Call one of them otherwise.`,
    ),
  ]
}

const channels: Rule = ({ own }) =>
  contractsIn(own)
    .filter(({ channel }) => channel !== undefined && RESERVED_CHANNELS.includes(channel))
    .map(
      ({ name, channel }) =>
        `The events of ${name} go to the channel ${channel}, which is the core's. Call it otherwise.`,
    )

const ledgers: Rule = (definition) =>
  doubles(
    definition.ledgers,
    ({ table }) => table,
    (one, other, table) =>
      `The ledgers ${one.directory} and ${other.directory} note their migrations in one table, ${table}. Give one of them another.`,
  )

/** What an application must be, to be served. */
export const rules: readonly Rule[] = [
  basePath,
  administrators,
  reservedRoles,
  reservedScopes,
  reservedResources,
  resourceNames,
  paths,
  pathsOutside,
  pathForms,
  undescribedParameters,
  missingParameters,
  locations,
  scopes,
  errorCodes,
  errorForms,
  events,
  channels,
  ledgers,
  ...agentRules,
]
