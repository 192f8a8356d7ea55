import type { Application } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import type { Mock, MockSettings, RosterMock } from '@roster/sdk/testing'
import type { TestDatabase } from './database.ts'
import { exampleSecretOf, fillWithExamples, giveExampleSession } from './examples.ts'
import { givePassword } from './passwords.ts'
import { type Call, over } from './protocols.ts'
import { type Service, startService } from './service.ts'

/** A role that sees only its own records, and functions that create an account and records for it. */
export interface Insider {
  role: string
  /** Creates an account in the role, called as an administrator. `email` is its sign-in name. */
  join: (call: Call) => Promise<{ id: string; email: string }>
  /** Creates records that the account sees and on which the operation succeeds. Returns their identifiers by path parameter. */
  own: (call: Call, account: { id: string }, operation: AnyOperation) => Promise<Record<string, string>>
}

/** The records that twins are compared with. */
export interface Cast {
  /** Path parameter for the identifier of an account. */
  account: string
  /** E-mail address of the administrator who signs in. */
  email: string
  /** Creates one record of each of the application's own kinds, and a second administrator. Returns their identifiers by path parameter. */
  make: (call: Call, operation: AnyOperation | undefined) => Promise<Record<string, string>>
}

/** An application under test, with everything that the suites cannot learn from its contract. */
export interface Subject {
  application: Application
  /** Opens a database with the application's schema. */
  open: () => Promise<TestDatabase>
  /** E-mail address of the administrator that `complete` creates. */
  administrator: string
  /** Creates the administrator, and everything else that the example of an operation needs, besides the records of the examples. */
  complete: (call: Call, operation: AnyOperation | undefined) => Promise<void>
  /** Whether an operation still succeeds after the parent record was deleted. Default: none does. */
  outlives?: (operation: AnyOperation) => boolean
  /** Roles that see only their own records. */
  insiders: readonly Insider[]
  cast: Cast
  /** Creates the application's mock. */
  createMock: (settings: MockSettings) => Mock | RosterMock
}

/** Starts a service of a subject. */
export const serviceOf = ({ application, open }: Subject): Promise<Service> => startService({ application, open })

/** Returns a caller with the administrator's key of the examples. */
export const adminOf = (service: Service) => service.withKey(exampleSecretOf(service.application))

/** Fills the database with the records of the examples only. */
export const fill = ({ database, clock, application }: Service) => fillWithExamples(database, clock.now(), application)

/**
 * Fills the database so that the example of an operation succeeds: with the records of the examples, a password for every account, and the
 * session of the examples for another administrator.
 */
export async function prepare(subject: Subject, service: Service, operation?: AnyOperation): Promise<void> {
  const { database } = service
  await fill(service)
  await subject.complete(over('REST', adminOf(service)), operation)
  const accounts = await database.query<{ id: string }>({ text: 'select id from accounts' })
  await givePassword(
    database,
    accounts.map(({ id }) => id),
  )
  await giveExampleSession(database, subject.administrator)
}

/** Whether an operation is only for signed-in callers. */
export const isOfSessions = ({ name }: AnyOperation): boolean => /^sessions?\./.test(name)
