import { Access } from '@roster/api'
import type { Application } from '../application.ts'
import { mockedApplication } from '../mock/mock-operation.ts'

/** What the mock of @roster/sdk answers by. */
export function mockTables({ name, contracts, errors, access = NOBODYS, account }: Application): string {
  const mocked = mockedApplication({ name: name.toLowerCase(), resources: contracts, access, errors, account })
  return `import type { MockedApplication } from '@roster/sdk/testing'

/** What the contracts of the application say, for \`createMockOf\` of @roster/sdk/testing. */
export const APPLICATION: MockedApplication = ${JSON.stringify(mocked)}
`
}

/** Without a policy nobody holds anything. */
const NOBODYS: Access = new Access({
  scopes: {},
  roles: { nobody: { scopes: [], records: 'own' } },
  scopeFor: { keys: 'any', clients: 'any', webhooks: 'any', events: 'any', metrics: 'any' },
} as never)
