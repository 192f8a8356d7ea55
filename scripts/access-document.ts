import { access, type Role, type Scope } from '@roster/api'
import { type AnyOperation, isScope, type Resource, seesAll, SERVICE } from '@roster/core/contract'
import { operationsOf } from '../packages/core/src/contract/resource.ts'

type Caller = Role | typeof SERVICE

const CALLERS: readonly Caller[] = [...access.roles, SERVICE]

/** The powers that operations declare, each in words. */
const POWERS: Record<AnyOperation['power'][number], string> = {
  'record before': 'the record, as it is',
  'record after': 'the record, as it would be',
  'user before': "the user, unless it is the caller's own",
  'user after': "the user that the key acts as, unless it is the caller's own",
  'key before': 'the key',
  'key after': 'the key',
  'client before': 'the client, as it is',
  'client after': 'the client, as it would be',
  'session before': 'the session, unless it is what calls',
  'session after': 'the session',
  'endpoint before': 'the endpoint, as it is',
  'endpoint after': 'the events that are named',
}

const INTRODUCTION = `<!-- Written by \`npm run docs\`, from the contract and the policy in packages/api/src/access.ts. -->

# Who may do what

A caller has a role, and scopes within it. Most operations need a scope. An operation that creates, changes, takes over or ends a user record, a key, a client, a session or an endpoint
also needs the power of that thing, before and after the change: nobody can give, take over or end more than they hold. Without the scope the answer is 403
\`insufficient-scope\`, without the power 403 \`forbidden\`, and nothing has changed. [decisions/access.md](decisions/access.md) says why.
`

const KINDS = `## Who calls

| caller | role | scopes |
| --- | --- | --- |
| API key of a machine | its own | those it was made with |
| API key of a user | its own, or its user's where that is less; of two that differ, what both allow | those it was made with, as far as the role holds them; only while the user is active |
| session | its user's | all of the role |
| access token of a user | its user's | those that were granted, as far as the role holds them |
| access token of a client that acts as no user | \`${SERVICE}\` | those of its client that it asked for |
| access token of an external issuer | as the token says | as the token says, as far as the role holds them. If the user has a record here, the token is refused while the record is suspended or deleted, or its role allows less than the token's |

A key, session or token of the same role and scopes may do the same, over REST, RPC and streams.
`

const THINGS = `## What has which power

| thing | its power |
| --- | --- |
| a user record | what its role allows on the records of others: ${CALLERS.filter((role) => role !== SERVICE)
  .map((role) => `for the role ${role} ${seesAll(access.powerOf({ role, user_id: null })) ? 'every scope' : 'nothing'}`)
  .join(', ')} |
| a user | everything that somebody who signs in as this user may do: the scopes of its role, on everybody's records or its own |
| a key | its scopes, as far as its role holds them, until it ends: a key cannot create a key that expires later |
| a client | its scopes of the API |
| a session | all that its user may do; of a grant, the scopes of the API that it holds |
| an endpoint | the scopes needed to read the events that it is sent, as they were when its \`events\` were set; \`*\` stands for all events that the caller who set it may read |
`

/** Returns the document of scopes, roles and powers, in Markdown. */
export function accessDocument(resources: readonly Resource[]): string {
  const operations = resources.flatMap(operationsOf)
  const sections = [
    INTRODUCTION,
    rolesOf(),
    KINDS,
    THINGS,
    ...access.scopeNames.map((scope) => scopeSection(scope, operations)),
    openSection(operations),
    eventsSection(resources),
  ]
  return sections.join('\n')
}

const code = (text: string) => `\`${text}\``
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]) =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells)), ''].join('\n')

function rolesOf(): string {
  const rows = CALLERS.map((role) => {
    const names = [...access.scopesOfRole(role)]
    const held = names.length === access.scopeNames.length ? 'every scope' : names.map(code).join(', ')
    return [code(role), held, seesAll(access.powerOf({ role, user_id: null })) ? "everybody's" : 'its own']
  })
  return `## Roles\n\n${table(['role', 'may hold', 'records'], rows)}`
}

function scopeSection(scope: Scope, operations: readonly AnyOperation[]): string {
  const own = operations.filter((operation) => [operation.scope, operation.scopeForOthers].includes(scope))
  const title = `## ${code(scope)}: ${access.scopes[scope]}\n`
  const none = 'No operation needs this scope; `/metrics` does.\n'
  return `${title}\n${own.length === 0 ? none : operationTable(own, scope)}`
}

function openSection(operations: readonly AnyOperation[]): string {
  const open = operations.filter((operation) => !isScope(operation.scopeForOthers))
  return `## With any credential, or none\n\n${operationTable(open)}`
}

const operationTable = (operations: readonly AnyOperation[], scope?: Scope) =>
  table(
    ['operation', 'REST', ...CALLERS, 'power needed as well'],
    operations.map((operation) => [
      code(operation.name),
      code(`${operation.method} ${operation.path}`),
      ...CALLERS.map((role) => allowed(operation, role, scope)),
      powersOf(operation),
    ]),
  )

/** Returns whether a caller in a role may call an operation, and for whose records, in words. */
function allowed(operation: AnyOperation, role: Caller, scope: Scope | undefined): string {
  if (operation.scope === 'none') return 'yes, without a credential'
  const isOwn = !seesAll(access.powerOf({ role, user_id: null }))
  if (operation.name.startsWith('session.')) return role === SERVICE ? 'no' : 'with a session'
  if (scope === undefined) return 'yes'
  if (access.mayHold(role, scope)) return isOwn ? 'its own records' : 'yes'
  return operation.scope === 'any' ? 'its own, with any credential' : 'no'
}

function powersOf({ power }: AnyOperation): string {
  const words = [...new Set(power.map((name) => POWERS[name]))]
  return words.length === 0 ? 'none' : words.join('; ')
}

function eventsSection(resources: readonly Resource[]): string {
  const rows = resources.flatMap(({ events, readScope }) =>
    Object.keys(events).map((name) => [code(name), readScope ? code(readScope) : 'none']),
  )
  const text = `Whoever may read a record may read its events. The list, streams, sockets and subscriptions also need ${code('read:events')}; webhook endpoints do not.`
  return `## Events\n\n${text}\n\n${table(['event', 'scope'], rows)}`
}
