import type { Access } from '../contract/access.ts'
import type { Shape } from '../contract/operation.ts'
import type { Resource } from '../contract/resource.ts'
import type { AnyEntity } from '../data/driver.ts'
import type { Ledger } from '../data/migrate.ts'

type Described = Readonly<Record<string, { readonly contract: Resource; readonly entities: readonly AnyEntity[] }>>

/** What rules know of the records that are exported. */
interface ExportedKind {
  readonly scope?: string
  readonly filter: Shape | undefined
  readonly select: unknown
}

/** An application as it is defined, before anything of it is made. */
export interface Definition {
  readonly access: Access
  readonly basePath: string
  /** Its own resources, by the names of their routers. */
  readonly own: Described
  /** Those that come with the core. */
  readonly core: Described
  /** Tables that no resource keeps. */
  readonly entities: readonly AnyEntity[]
  readonly ledgers: readonly Ledger[]
  /** What exports are of. */
  readonly exported: {
    readonly basePath: string
    readonly scope: string
    readonly kinds: Readonly<Record<string, ExportedKind>>
  }
}

/** An application that cannot be served as it is defined. The message says of each fault what to change. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError'

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
  }
}
