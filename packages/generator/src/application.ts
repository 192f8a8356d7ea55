import type { Access, AccountMembers, ErrorKind, KindContracts, Naming, Resource } from '@roster/core/contract'
import type { z } from 'zod'

/** What a client says of itself, and where it finds its service. */
export interface Product {
  /** Value of `User-Agent`, such as `library-client/1.0.0`. */
  userAgent: string
  /** Address of the service unless the client is given another. */
  baseUrl: string
}

/** What exports are of, and the scope that those take of kinds without one of their own. */
export interface Exported {
  readonly scope: string
  readonly kinds: KindContracts
}

/** An application, as far as its client follows from it. */
export interface Application {
  /** Name of the class of its client, such as `Library`. */
  name: string
  /** What its service is called. Default: what follows from the name. */
  naming?: Naming | undefined
  /** The contracts of its resources. */
  contracts: readonly Resource[]
  /** Every kind of error that its operations can answer with, by its code. */
  errors: Readonly<Record<string, ErrorKind>>
  /** Who may do what, for its mock. Default: nobody has a scope, so that operations without one can be mocked. */
  access?: Access | undefined
  /** What REST paths begin with. Default: nothing. */
  basePath?: string | undefined
  /** The record of those who sign in, for its mock. Default: nobody does. */
  account?: z.ZodObject | undefined
  /** Members of that record which the core knows by other names. Default: none. */
  accountMembers?: AccountMembers | undefined
  /** What exports are of, for its mock. Default: nothing. */
  exported?: Exported | undefined
  /** Default: what `Client` says of itself. */
  product?: Product
}
