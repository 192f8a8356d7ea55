import { errors } from './errors.ts'
import { access, application, naming } from '@roster/api'
import { application as template } from '../../packages/create/template/src/application.ts'
import type { Resource } from '@roster/core/contract'
import { clientMessage } from '../../packages/gateway/src/realtime/protocol.ts'
import { agentModule, commonAgentModule } from '../../packages/generator/src/mock/agent-module.ts'
import { commonAgentsOf, mockedAgents } from '../../packages/generator/src/mock/mock-agents.ts'
import { mockedApplication, mockMessages } from '../../packages/generator/src/mock/mock-operation.ts'
import { camelCase, kebabCase } from '../../packages/generator/src/text/words.ts'

/** Parts of Roster's definition that are not in the contracts of its resources. */
const { account, accountMembers, basePath, exported } = application
const ROSTER = { naming, access, errors, account, accountMembers, basePath, exported }

/** Contracts of an application that has none of Roster's resources. */
const contractsOfTemplate = Object.values(template.resources).map(({ contract }) => contract)

/** Returns the generated modules of the mock, by their path in the client's sources. */
export function mockFiles(resources: readonly Resource[]): Map<string, string> {
  const { operations, events, errors: table, ...rest } = mockedApplication({ ...ROSTER, resources })
  const files = new Map<string, string>()
  for (const { name } of resources) {
    const own = operations.filter((operation) => operation.name.startsWith(`${name}.`))
    files.set(`testing/contract/${kebabCase(name)}.ts`, operationsModule(name, own))
  }
  const common = commonAgentsOf(resources, contractsOfTemplate)
  files.set('testing/protocol/common-agents.ts', `${typeOfAgents('CommonAgents')}${commonAgentModule(common)}`)
  const own = mockedAgents({ resources, errors }, common)
  files.set('testing/contract/agents.ts', `${typeOfAgents('MockedAgents')}${agentModule(own)}`)
  files.set('testing/contract/error-table.ts', constant('ERRORS', "MockedApplication['errors']", table, ERRORS))
  files.set('testing/contract/event-table.ts', constant('EVENTS', "MockedApplication['events']", events, EVENTS))
  files.set('testing/contract/application.ts', applicationModule(resources, rest))
  files.set(
    'testing/protocol/socket-messages.ts',
    constant('SOCKET_MESSAGES', 'Readonly<Record<string, Members>>', mockMessages(clientMessage), MESSAGES),
  )
  return files
}

const OF_APPLICATION = "import type { MockedApplication } from '../application.ts'\n\n"
const typeOfAgents = (name: string) => `import type { ${name} } from '../agents/mocked-agents.ts'\n\n`
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

/** Returns the text of the module that assembles the application from the other modules. */
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
  agents: async () => (await import('./agents.ts')).AGENTS,
}\n`
}
