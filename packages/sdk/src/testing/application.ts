import { RosterError } from '../core/errors.ts'
import { Access, type AccessSpec } from '#core/contract/access'
import { EventAccess } from '#core/events/event-access'
import type { MockedAgents } from './agents/mocked-agents.ts'
import type { Collection, Members, Operation } from './operation.ts'
import type { Role, Scope } from './policy.ts'
import { Routes } from './routes.ts'
import type { Checks } from './validate.ts'

/** An error: status, title and meaning. */
export type ErrorEntry = readonly [status: number, title: string, description: string]

/** An event that an application emits. */
export interface EventEntry {
  /** Data of the event in the example of the contract. */
  example: object
  /** Names of all members of the data, if the example lacks some. */
  members?: readonly string[]
  /** Scope needed to read the event's record, besides the scope of the log. */
  scope?: Scope
  /** Member with the identifier of the record's owner. */
  owner?: string
}

/** The collection with the accounts that can sign in. */
export interface AccountsEntry {
  /** Name of the collection. */
  of: string
  /** Names of members in the application's records, where they differ from the names here. Without a member for the status, an account is active. */
  members: Readonly<Partial<Record<'name' | 'email' | 'role' | 'owner' | 'status', string>>>
}

/** An export of one kind of record. */
export interface ExportEntry {
  /** Name of the collection. */
  of: string
  /** Members of a record that each line of the file has. */
  columns: readonly string[]
  /** Members of the filter that narrows an export. */
  filter: Members
  /** Beginning of the file's name. */
  name: string
  /** Scope needed to export the records. */
  scope: Scope
}

/** The contract of an application as data. `mockedApplication` of the generator writes it. */
export interface MockedApplication {
  /** Realm of the application's credentials, and beginning of its cookies' names. */
  name: string
  /** Name of the application for people. */
  title: string
  /** Name of the application for the receivers of its deliveries, in `User-Agent`. */
  product: string
  /** Prefix of the secrets of each kind. */
  secretPrefixes: Readonly<Record<'apiKey' | 'oauthClient' | 'session' | 'ticket', string>>
  /** Prefix of REST paths. */
  basePath: string
  /** The access policy. */
  access: AccessSpec<Scope, Role>
  operations: readonly Operation[]
  /** The collections of records, by name. */
  collections: Readonly<Record<string, Collection>>
  /** The accounts that can sign in. Default: none, and API keys act as machines. */
  accounts?: AccountsEntry
  /** The kinds of records that are exported, by name. A request without a kind means the first. */
  exported: Readonly<Record<string, ExportEntry>>
  errors: Readonly<Record<string, ErrorEntry>>
  /** Loads the tables for agents, which call the application at `/mcp`. Loaded at the first request of an agent. Default: no agent is served. */
  agents?: () => Promise<MockedAgents>
  events: Readonly<Record<string, EventEntry>>
  /** Channel of each kind of record, by the first part of its event names. Default: `system`. */
  channels: Readonly<Record<string, string>>
}

/** An application with its access rules and routes, ready to serve requests. */
export class Application {
  readonly spec: MockedApplication
  readonly access: Access
  /** The rules of which caller may see which events. */
  readonly eventAccess: EventAccess
  readonly routes: Routes
  /** Checks of values besides those that every application needs. */
  readonly checks: Checks

  constructor(spec: MockedApplication, checks: Checks) {
    this.spec = spec
    this.checks = checks
    this.access = new Access(spec.access)
    const scopes = Object.entries(spec.events).map(([name, { scope }]) => [name, scope] as const)
    this.eventAccess = new EventAccess(new Map(scopes))
    this.routes = new Routes(spec.operations, spec.basePath)
  }

  /** Returns the scope of an operation; `any` for an unknown operation. */
  scopeOf(name: string): Scope {
    return this.spec.operations.find((operation) => operation.name === name)?.scope ?? 'any'
  }

  /** Returns the status, title and meaning of an error. Throws a `RosterError` for an unknown code. */
  errorOf(code: string): ErrorEntry {
    const entry = Object.hasOwn(this.spec.errors, code) ? this.spec.errors[code] : undefined
    if (entry) return entry
    throw new RosterError(
      `The application ${this.spec.name} has no error ${JSON.stringify(code)}. Add it to its errors.`,
    )
  }
}
