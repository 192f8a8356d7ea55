import { mockEvents, mockEventScopes, mockOperations } from '../mock/mock-operation.ts'
import type { Application } from '../application.ts'

/** The tables that the mock of @roster/sdk answers by. */
export function mockTables({ contracts, errors }: Application): string {
  const entries = Object.entries(errors).map(([code, { status, title, description }]) => [
    code,
    [status, title, description],
  ])
  return [
    IMPORTS,
    constant(
      'Every operation of the contract.',
      'OPERATIONS',
      'readonly Operation[]',
      contracts.flatMap(mockOperations),
    ),
    constant(
      'Every error, by its code: its status, its title and what it means.',
      'ERRORS',
      'Readonly<Record<ErrorCode, readonly [status: number, title: string, description: string]>>',
      Object.fromEntries(entries),
    ),
    constant(
      'What each event carries in the examples of the contract, by its name.',
      'EVENTS',
      'Readonly<Record<EventName, unknown>>',
      mockEvents(contracts),
    ),
    constant(
      'What reading the record of each event takes, by its name.',
      'EVENT_SCOPES',
      'Readonly<Partial<Record<EventName, string>>>',
      mockEventScopes(contracts),
    ),
  ].join('\n')
}

const IMPORTS = [
  `import type { Operation } from '@roster/sdk/testing'`,
  `import type { ErrorCode } from '../resources/error-code.ts'`,
  `import type { EventName } from '../resources/event.ts'`,
  '',
].join('\n')

const constant = (about: string, name: string, type: string, value: unknown) =>
  `/** ${about} */\nexport const ${name}: ${type} = ${JSON.stringify(value)}\n`
