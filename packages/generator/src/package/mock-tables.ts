import { Access, namingOf } from '@roster/core/contract'
import { commonAgents } from '@roster/sdk/testing'
import type { Application } from '../application.ts'
import { agentModule } from '../mock/agent-module.ts'
import { mockedAgents } from '../mock/mock-agents.ts'
import { mockedApplication } from '../mock/mock-operation.ts'

/** Returns the code of the tables for the mock of @roster/sdk. */
export function mockTables(application: Application): string {
  const { name, naming = namingOf(name), contracts, access = NOBODYS } = application
  const mocked = mockedApplication({ ...application, naming, resources: contracts, access })
  return `import type { MockedApplication } from '@roster/sdk/testing'

/** What the contracts of the application say, for \`createMockOf\` of @roster/sdk/testing. */
export const APPLICATION: MockedApplication = {
  ${JSON.stringify(mocked).slice(1, -1)},
  agents: async () => (await import('./agents.ts')).AGENTS,
}
`
}

/** Returns the code of the tables for agents, for the mock of @roster/sdk. */
export async function agentTables({ contracts, errors }: Application): Promise<string> {
  const told = mockedAgents({ resources: contracts, errors }, await commonAgents())
  return `import type { MockedAgents } from '@roster/sdk/testing'\n\n${agentModule(told)}`
}

/** Policy of an application without one: no caller holds a scope. */
const NOBODYS: Access = new Access({
  scopes: {},
  roles: { nobody: { scopes: [], records: 'own' } },
  scopeFor: { keys: 'any', clients: 'any', webhooks: 'any', events: 'any', metrics: 'any' },
} as never)
