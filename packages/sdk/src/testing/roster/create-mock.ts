import type { RosterEvent } from '../../core/event.ts'
import type { ErrorCode } from '../../resources/error-code.ts'
import type { EventData } from '../../resources/event-data.ts'
import type { User } from '../../resources/users.ts'
import { application } from '../contract/application.ts'
import { type CreateKeyOptions, Mock, type MockSettings } from '../mock.ts'
import type { MockDatabase } from './database.ts'
import { orders } from './orders.ts'
import { fill } from './seed.ts'
import { users } from './users.ts'

/** What the mock of Roster is made with. */
export interface MockOptions extends MockSettings {
  /** How many users there are at first. Default: 10. */
  users?: number | undefined
}

/** What Roster has, for the mock of it. */
interface RosterTypes {
  db: MockDatabase
  event: RosterEvent
  data: EventData
  error: ErrorCode
  scope: Scope
  role: User['role']
}

type Scope = MockDatabase['apiKeys'][number]['scopes'][number]

/** The API in memory, with a state of its own. Made by `createMock`. */
export type RosterMock = Mock<RosterTypes>

/** What a key of the mock may do. */
export type KeyOptions = CreateKeyOptions<RosterTypes>

/** A stateful twin of the API in memory, for tests: `new Roster({ apiKey: 'test', fetch: mock.fetch })`. */
export function createMock({ users: count = 10, ...settings }: MockOptions = {}): RosterMock {
  return new Mock<RosterTypes>(
    application,
    {
      rules: { ...users, ...orders },
      begin: (db, random) => fill(db, random, count),
    },
    settings,
  )
}
