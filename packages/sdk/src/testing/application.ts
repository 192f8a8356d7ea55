import { Access, type AccessSpec } from '#core/contract/access'
import { EventAccess } from '#core/events/event-access'
import type { MockedAgents } from './agents/mocked-agents.ts'
import type { Collection, Members, Operation } from './operation.ts'
import type { Role, Scope } from './policy.ts'
import { Routes } from './routes.ts'
import type { Checks } from './validate.ts'

/** An error: its status, its title and what it means. */
export type ErrorEntry = readonly [status: number, title: string, description: string]

/** An event that an application emits. */
export interface EventEntry {
  /** What it carries, in the example of the contract. */
  example: object
  /** Its members, where the example lacks some. */
  members?: readonly string[]
  /** What reading its record takes, beside the scope of the log. */
  scope?: Scope
  /** The member that names whom its record belongs to. */
  owner?: string
}

/** Where those are who sign in. */
export interface AccountsEntry {
  /** Name of their collection. */
  of: string
  /** Members of their records that have other names there than here. A status that no member says is active. */
  members: Readonly<Partial<Record<'name' | 'email' | 'role' | 'owner' | 'status', string>>>
}

/** Records of one kind that are exported. */
export interface ExportEntry {
  /** Name of their collection. */
  of: string
  /** Members that a line of the file has. */
  columns: readonly string[]
  /** What narrows an export. */
  filter: Members
  /** What the name of the file begins with. */
  name: string
  /** What exporting them takes. */
  scope: Scope
}

/** What the contract of an application says, as data. `mockedApplication` of the generator writes it. */
export interface MockedApplication {
  /** The realm of its credentials, and the beginning of its cookies' names. */
  name: string
  /** What people call it. */
  title: string
  /** What secrets of each kind begin with. */
  secretPrefixes: Readonly<Record<'apiKey' | 'oauthClient' | 'session' | 'ticket', string>>
  /** What REST paths begin with. */
  basePath: string
  /** Who may do what. */
  access: AccessSpec<Scope, Role>
  operations: readonly Operation[]
  /** The records that its operations are about, by the names of their collections. */
  collections: Readonly<Record<string, Collection>>
  /** Those who sign in. Default: nobody does, and keys are those of machines. */
  accounts?: AccountsEntry
  /** What exports are of, by the names of their kinds. The first is what a request without one means. */
  exported: Readonly<Record<string, ExportEntry>>
  errors: Readonly<Record<string, ErrorEntry>>
  /** What agents are told, who call it at `/mcp`; it is loaded when one does. Default: no agent is served. */
  agents?: () => Promise<MockedAgents>
  events: Readonly<Record<string, EventEntry>>
  /** The channel of a kind of record, by the first part of its events' names. Default: `system`. */
  channels: Readonly<Record<string, string>>
}

/** An application, ready to be asked. */
export class Application {
  readonly spec: MockedApplication
  readonly access: Access
  /** Who may see which events. */
  readonly eventAccess: EventAccess
  readonly routes: Routes
  /** Checks of values beside those that every application needs. */
  readonly checks: Checks

  constructor(spec: MockedApplication, checks: Checks) {
    this.spec = spec
    this.checks = checks
    this.access = new Access(spec.access)
    const scopes = Object.entries(spec.events).map(([name, { scope }]) => [name, scope] as const)
    this.eventAccess = new EventAccess(new Map(scopes))
    this.routes = new Routes(spec.operations, spec.basePath)
  }

  /** The scope of an operation; `any` for one that there is not. */
  scopeOf(name: string): Scope {
    return this.spec.operations.find((operation) => operation.name === name)?.scope ?? 'any'
  }

  /** Status, title and meaning of an error. */
  errorOf(code: string): ErrorEntry {
    const entry = Object.hasOwn(this.spec.errors, code) ? this.spec.errors[code] : undefined
    if (entry) return entry
    throw new Error(`The application ${this.spec.name} has no error ${JSON.stringify(code)}. Add it to its errors.`)
  }
}
