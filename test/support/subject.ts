import type { Application } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import type { Mock, MockSettings, RosterMock } from '@roster/sdk/testing'
import type { TestDatabase } from './database.ts'
import { exampleSecretOf, fillWithExamples, giveExampleSession } from './examples.ts'
import { givePassword } from './passwords.ts'
import { type Call, over } from './protocols.ts'
import { type Service, startService } from './service.ts'

/** Somebody in a role that sees its own records, and what belongs to whom it sees. */
export interface Insider {
  role: string
  /** Makes such an account, in the name of an administrator. `email` is what it signs in with. */
  join: (call: Call) => Promise<{ id: string; email: string }>
  /** Makes records that it sees, on which an operation succeeds: identifiers by the path parameters that take them. */
  own: (call: Call, account: { id: string }, operation: AnyOperation) => Promise<Record<string, string>>
}

/** The records that twins are compared with. */
export interface Cast {
  /** The path parameter that takes the identifier of an account. */
  account: string
  /** E-mail address of the administrator among them, who signs in. */
  email: string
  /** Makes one of each record of the application itself, and a second administrator: identifiers by the path parameters that take them. */
  make: (call: Call, operation: AnyOperation | undefined) => Promise<Record<string, string>>
}

/** An application as the suites try it: what its contract does not tell them. */
export interface Subject {
  application: Application
  /** Opens a database that its migrations have made. */
  open: () => Promise<TestDatabase>
  /** E-mail address of an administrator that `complete` makes. */
  administrator: string
  /** Makes that administrator, and whatever an example of the contract needs beside the records of the examples. */
  complete: (call: Call, operation: AnyOperation | undefined) => Promise<void>
  /** Whether an operation still answers when the record above its own was deleted. Default: none does. */
  outlives?: (operation: AnyOperation) => boolean
  /** Its roles that see their own records. */
  insiders: readonly Insider[]
  cast: Cast
  /** Makes its mock. */
  createMock: (settings: MockSettings) => Mock | RosterMock
}

/** A service of a subject. */
export const serviceOf = ({ application, open }: Subject): Promise<Service> => startService({ application, open })

/** Calls as the administrator's key of the examples. */
export const adminOf = (service: Service) => service.withKey(exampleSecretOf(service.application))

/** The records of the examples alone. */
export const fill = ({ database, clock, application }: Service) => fillWithExamples(database, clock.now(), application)

/**
 * The records of the examples, and what they need so that the example of an operation succeeds: everybody has a password, and another
 * administrator the session that is one of the examples.
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

/** What is only there for who has signed in. */
export const isOfSessions = ({ name }: AnyOperation): boolean => /^sessions?\./.test(name)
