import { errors } from './errors.ts'
import { readFile } from 'node:fs/promises'
import { access, application, naming } from '@roster/api'
import type { Resource } from '@roster/core/contract'
import { clientMessage } from '../../packages/gateway/src/realtime/protocol.ts'
import { mockedApplication, mockMessages } from '../../packages/generator/src/mock/mock-operation.ts'
import { camelCase, kebabCase } from '../../packages/generator/src/text/words.ts'

const PACKAGES = new URL('../../packages/', import.meta.url)

/** Modules of the service that need nothing of it, and so can be parts of the mock as they are. */
const COPIED = [
  'core/src/access/power.ts',
  'core/src/contract/access.ts',
  'core/src/contract/delivery-url.ts',
  'core/src/contract/email-key.ts',
  'core/src/contract/fitting.ts',
  'core/src/contract/methods.ts',
  'core/src/contract/user-agent.ts',
  'core/src/data/folding.ts',
  'core/src/data/tombstone.ts',
  'core/src/event-log/cursor.ts',
  'core/src/events/event-access.ts',
  'core/src/exports/csv.ts',
  'core/src/validation/faults.ts',
  'core/src/identity/guessable-password.ts',
  'core/src/operation/limits.ts',
  'api/src/orders/orders.rules.ts',
  'gateway/src/auth/keys-in-query.ts',
  'gateway/src/auth/own-origin.ts',
  'gateway/src/http/conditional.ts',
  'gateway/src/http/deprecation.ts',
  'gateway/src/http/json.ts',
  'gateway/src/http/links.ts',
  'gateway/src/http/ranges.ts',
  'gateway/src/http/security-headers.ts',
  'gateway/src/realtime/refusal.ts',
  'gateway/src/webhooks/schedule.ts',
  'gateway/src/webhooks/special-addresses.ts',
]

/** What they import, and the module of the mock that has it. */
const IMPORTS: Record<string, string> = {
  '@roster/core/contract': '../core.ts',
  '@roster/core/server': '../core.ts',
  '@roster/core': '../core.ts',
  '../contract/access.ts': './access.ts',
  '../contract/principal.ts': '../principal.ts',
  '../contract/problem.ts': '../core.ts',
  '../contract/scopes.ts': '../policy.ts',
  '../data/folding.ts': './folding.ts',
}

/** What of Roster the contracts of its resources do not say. */
const { account, accountMembers, basePath, exported } = application
const ROSTER = { naming, access, errors, account, accountMembers, basePath, exported }

/** The modules of the mock that follow from the contract or are parts of the service, by their path in the client's sources. */
export async function mockFiles(resources: readonly Resource[]): Promise<Map<string, string>> {
  const { operations, events, errors: table, ...rest } = mockedApplication({ ...ROSTER, resources })
  const files = new Map<string, string>()
  for (const { name } of resources) {
    const own = operations.filter((operation) => operation.name.startsWith(`${name}.`))
    files.set(`testing/contract/${kebabCase(name)}.ts`, operationsModule(name, own))
  }
  files.set('testing/contract/error-table.ts', constant('ERRORS', "MockedApplication['errors']", table, ERRORS))
  files.set('testing/contract/event-table.ts', constant('EVENTS', "MockedApplication['events']", events, EVENTS))
  files.set('testing/contract/application.ts', applicationModule(resources, rest))
  files.set(
    'testing/copied/socket-messages.ts',
    constant('SOCKET_MESSAGES', 'Readonly<Record<string, Members>>', mockMessages(clientMessage), MESSAGES),
  )
  for (const path of COPIED) files.set(`testing/copied/${path.split('/').at(-1)}`, await copyOf(path))
  return files
}

const OF_APPLICATION = "import type { MockedApplication } from '../application.ts'\n\n"
const ERRORS = `${OF_APPLICATION}/** Every error of the service, by its code. */\n`
const EVENTS = `${OF_APPLICATION}/** What the service emits, by the names of events. */\n`
const MESSAGES = `import type { Members } from '../operation.ts'

/** What clients say over \`/ws\`: the members of each message beside its type. */
`

const constant = (name: string, type: string, value: unknown, head: string) =>
  `${head}export const ${name}: ${type} = ${JSON.stringify(value)}\n`

function operationsModule(resource: string, operations: readonly object[]): string {
  const head = `import type { Operation } from '../operation.ts'\n\n/** Operations of \`${resource}\`. */\n`
  return constant(camelCase(resource), 'readonly Operation[]', operations, head)
}

/** The whole application, of the modules that its parts are in. */
function applicationModule(resources: readonly Resource[], rest: object): string {
  const names = resources.map(({ name }) => name)
  const imports = names.map((name) => `import { ${camelCase(name)} } from './${kebabCase(name)}.ts'\n`)
  const spread = names.map((name) => `...${camelCase(name)}`).join(', ')
  return `import type { MockedApplication } from '../application.ts'
import { ERRORS } from './error-table.ts'
import { EVENTS } from './event-table.ts'
${imports.join('')}
/** The application that the contract describes. */
export const application: MockedApplication = {
  ${JSON.stringify(rest).slice(1, -1)},
  operations: [${spread}],
  events: EVENTS,
  errors: ERRORS,
}\n`
}

async function copyOf(path: string): Promise<string> {
  const text = await readFile(new URL(path, PACKAGES), 'utf8')
  return Object.entries(IMPORTS).reduce((copy, [from, to]) => copy.replaceAll(`from '${from}'`, `from '${to}'`), text)
}
