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

/** Options of `createMock`. */
export interface MockOptions extends MockSettings {
  /** Number of initial users. Default: 10. */
  users?: number | undefined
}

/** The types of Roster for its mock. */
interface RosterTypes {
  db: MockDatabase
  event: RosterEvent
  data: EventData
  error: ErrorCode
  scope: Scope
  role: User['role']
}

type Scope = MockDatabase['apiKeys'][number]['scopes'][number]

/** An in-memory API with its own state, as `createMock` returns it. */
export type RosterMock = Mock<RosterTypes>

/** Options of `createKey`. */
export type KeyOptions = CreateKeyOptions<RosterTypes>

/** Returns an in-memory mock of the API with its own state, for tests: `new Roster({ apiKey: 'test', fetch: mock.fetch })`. */
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
