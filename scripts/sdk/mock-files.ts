import { errors } from './errors.ts'
import { readFile } from 'node:fs/promises'
import type { Resource } from '@roster/api'
import { clientMessage } from '../../packages/gateway/src/realtime/protocol.ts'
import {
  mockErrors,
  mockEvents,
  mockEventScopes,
  mockMessages,
  mockOperations,
} from '../../packages/generator/src/mock/mock-operation.ts'
import { camelCase, kebabCase } from '../../packages/generator/src/text/words.ts'

const PACKAGES = new URL('../../packages/', import.meta.url)

/** Modules of the service that need nothing of it, and so can be parts of the mock as they are. */
const COPIED = [
  'api/src/access/power.ts',
  'api/src/contract/access.ts',
  'api/src/contract/delivery-url.ts',
  'api/src/contract/email-key.ts',
  'api/src/contract/fitting.ts',
  'api/src/contract/methods.ts',
  'api/src/contract/scopes.ts',
  'api/src/contract/user-agent.ts',
  'api/src/data/folding.ts',
  'api/src/data/tombstone.ts',
  'api/src/event-log/cursor.ts',
  'api/src/events/event-access.ts',
  'api/src/exports/csv.ts',
  'api/src/validation/faults.ts',
  'api/src/identity/guessable-password.ts',
  'api/src/operation/limits.ts',
  'gateway/src/auth/keys-in-query.ts',
  'gateway/src/auth/own-origin.ts',
  'gateway/src/http/conditional.ts',
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
  '@roster/api': '../core.ts',
  '../contract/access.ts': './access.ts',
  '../contract/principal.ts': '../principal.ts',
  '../contract/problem.ts': '../core.ts',
  '../contract/scopes.ts': './scopes.ts',
  '../data/folding.ts': './folding.ts',
}

/** The modules of the mock that follow from the contract or are parts of the service, by their path in the client's sources. */
export async function mockFiles(resources: readonly Resource[]): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const resource of resources)
    files.set(`testing/contract/${kebabCase(resource.name)}.ts`, operationsModule(resource))
  files.set('testing/contract/operations.ts', allOperations(resources))
  files.set(
    'testing/contract/error-table.ts',
    constant('ERRORS', 'Readonly<Record<ErrorCode, ErrorEntry>>', mockErrors(errors), ERRORS),
  )
  files.set('testing/contract/event-data.ts', constant('EVENTS', 'EventData', mockEvents(resources), EVENTS))
  files.set(
    'testing/contract/event-scopes.ts',
    constant('EVENT_SCOPES', 'EventScopes', mockEventScopes(resources), SCOPES),
  )
  files.set(
    'testing/contract/socket-messages.ts',
    constant('SOCKET_MESSAGES', 'Readonly<Record<string, Members>>', mockMessages(clientMessage), MESSAGES),
  )
  for (const path of COPIED) files.set(`testing/copied/${path.split('/').at(-1)}`, await copyOf(path))
  return files
}

const ERRORS = `import type { ErrorCode } from '../../resources/error-code.ts'

/** An error: its status, its title and what it means. */
export type ErrorEntry = readonly [status: number, title: string, description: string]

/** Every error of the service, by its code. */
`
const MESSAGES = `import type { Members } from '../operation.ts'

/** What clients say over \`/ws\`: the members of each message beside its type. */
`
const EVENTS = `import type { EventData } from '../../resources/event-data.ts'

/** What each event carries in the examples of the contract, by its name. */
`

const SCOPES = `import type { EventName } from '../../core/event.ts'
import type { Scope } from '../copied/scopes.ts'

type EventScopes = Readonly<Record<EventName, Scope>>

/** What reading the record of each event takes, by its name. */
`

const constant = (name: string, type: string, value: unknown, head: string) =>
  `${head}export const ${name}: ${type} = ${JSON.stringify(value)}\n`

function operationsModule(resource: Resource): string {
  const head = `import type { Operation } from '../operation.ts'\n\n/** Operations of \`${resource.name}\`. */\n`
  return constant(camelCase(resource.name), 'readonly Operation[]', mockOperations(resource), head)
}

function allOperations(resources: readonly Resource[]): string {
  const names = resources.map(({ name }) => name)
  const imports = names.map((name) => `import { ${camelCase(name)} } from './${kebabCase(name)}.ts'\n`)
  const spread = names.map((name) => `...${camelCase(name)}`).join(', ')
  return `${imports.join('')}import type { Operation } from '../operation.ts'

/** Every operation of the contract. */
export const OPERATIONS: readonly Operation[] = [${spread}]\n`
}

async function copyOf(path: string): Promise<string> {
  const text = await readFile(new URL(path, PACKAGES), 'utf8')
  return Object.entries(IMPORTS).reduce((copy, [from, to]) => copy.replaceAll(`from '${from}'`, `from '${to}'`), text)
}
