import type { z } from 'zod'
import type { Access } from '../contract/access.ts'
import type { AccountMembers } from '../contract/foundation.ts'
import type { Shape } from '../contract/operation.ts'
import type { Resource } from '../contract/resource.ts'
import type { AnyEntity } from '../data/driver.ts'
import type { Ledger } from '../data/migrate.ts'

type Described = Readonly<Record<string, { readonly contract: Resource; readonly entities: readonly AnyEntity[] }>>

/** The parts of an exported kind of records that rules read. */
interface ExportedKind {
  readonly scope?: string
  readonly filter: Shape | undefined
  readonly select: unknown
}

/** The definition of an application, before any part of it is made. */
export interface Definition {
  readonly access: Access
  /** Schema of the account's record, and the names of its members that differ from those of the core. */
  readonly account: z.ZodObject
  readonly accountMembers: AccountMembers
  readonly basePath: string
  /** The application's own resources, by the names of their routers. */
  readonly own: Described
  /** The resources that come with the core. */
  readonly core: Described
  /** Tables of no single resource. */
  readonly entities: readonly AnyEntity[]
  readonly ledgers: readonly Ledger[]
  /** The kinds of records that exports can contain. */
  readonly exported: {
    readonly basePath: string
    readonly scope: string
    readonly kinds: Readonly<Record<string, ExportedKind>>
  }
}

/** Thrown for an application that cannot be served as it is defined. The message says for each fault what to change. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError'

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
  }
}
