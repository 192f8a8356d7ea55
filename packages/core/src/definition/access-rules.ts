import { OPENID_SCOPES } from '../contract/openid-scopes.ts'
import { CORE_RIGHTS } from '../contract/access.ts'
import { isScope, UNSCOPED } from '../contract/operation.ts'
import type { Definition } from './definition.ts'
import { contractsIn, operationsIn, type Rule } from './rule.ts'

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

/** Names that can stand in place of a scope and are no scope of an application. */
const OTHER_SCOPES: ReadonlySet<string> = new Set([...UNSCOPED, ...OPENID_SCOPES])

const reservedScopes: Rule = ({ access }) =>
  access.scopeNames
    .filter((scope) => OTHER_SCOPES.has(scope))
    .map((scope) => `The scope ${scope} has a name that means something to the core. Call it otherwise.`)

/** Pattern of a scope that tokens and challenges can contain (RFC 6749, section 3.3). */
const SCOPE = /^[!#-[\]-~]+$/

const scopeForms: Rule = ({ access }) =>
  access.scopeNames
    .filter((scope) => !SCOPE.test(scope))
    .map(
      (scope) =>
        `The scope "${scope}" cannot be written in a token. Take letters, digits and signs, but no space, quotation mark or backslash.`,
    )

const least: Rule = ({ access }) => {
  const isMore = (role: string) => access.covers(access.least, role) && !access.covers(role, access.least)
  const lesser = access.roles.find(isMore)
  if (lesser === undefined) return []
  return [
    `The role ${access.least} stands last, so that keys get it which name none, and may do more than ${lesser}. Put the role last that may do the least.`,
  ]
}

const rights: Rule = ({ access: { scopeFor, scopeNames } }) => {
  const unnamed = CORE_RIGHTS.filter((right) => scopeFor[right] === undefined)
  if (unnamed.length === 0) return []
  return [
    `The \`scopeFor\` of \`access\` names no scope for ${unnamed.join(', ')}. Name one of ${scopeNames.join(', ')} for each.`,
  ]
}

type Taken = readonly [taker: string, scope: string]

/** Returns a part with the scope that it takes, or nothing when it names none. */
const optional = (taker: string, scope: string | undefined): Taken[] => (scope === undefined ? [] : [[taker, scope]])

/** Returns every part of an application that takes a scope, with that scope. Operations of the core take the scopes of `scopeFor`. */
const scopesTaken = ({ access, exported, own }: Definition): Taken[] => [
  ...access.roles.flatMap((role) => [...access.scopesOfRole(role)].map((scope): Taken => [`The role ${role}`, scope])),
  ...CORE_RIGHTS.flatMap((right) => optional(`The \`scopeFor\` of ${right}`, access.scopeFor[right])),
  ...operationsIn(own).flatMap(({ name, scope, scopeForOthers }) =>
    [...new Set([scope, scopeForOthers])].filter(isScope).map((one): Taken => [name, one]),
  ),
  ...contractsIn(own).flatMap(({ name, readScope }) => optional(`The \`readScope\` of ${name}`, readScope)),
  ...optional('The `scope` of exports', exported.scope),
  ...Object.entries(exported.kinds).flatMap(([kind, { scope }]) => optional(`The export of ${kind}`, scope)),
]

const scopes: Rule = (definition) => {
  const known: readonly string[] = definition.access.scopeNames
  const mend = `Add it there, or take one of ${known.join(', ')}.`
  return scopesTaken(definition)
    .filter(([, scope]) => !known.includes(scope))
    .map(([taker, scope]) => `${taker} takes the scope "${scope}", which \`access\` does not have. ${mend}`)
}

/** Rules for roles and scopes. */
export const accessRules: readonly Rule[] = [
  administrators,
  reservedRoles,
  least,
  reservedScopes,
  scopeForms,
  rights,
  scopes,
]
