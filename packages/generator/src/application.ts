import type { Access, AccountMembers, ErrorKind, KindContracts, Naming, Resource } from '@roster/core/contract'
import type { z } from 'zod'

/** User agent of a client, and default address of its service. */
export interface Product {
  /** Value of `User-Agent`, such as `library-client/1.0.0`. */
  userAgent: string
  /** Default base URL of the service. */
  baseUrl: string
}

/** The kinds of exports, and the scope for kinds without a scope of their own. */
export interface Exported {
  readonly scope: string
  readonly kinds: KindContracts
}

/** An application: everything that its generated client depends on. */
export interface Application {
  /** Name of the client's class, such as `Library`. */
  name: string
  /** Names of the service. Default: derived from the application's name. */
  naming?: Naming | undefined
  /** The contracts of the resources. */
  contracts: readonly Resource[]
  /** Every kind of error that the operations can respond with, by code. */
  errors: Readonly<Record<string, ErrorKind>>
  /** The access policy, for the mock. Default: no caller has a scope, so that only operations without a scope can be mocked. */
  access?: Access | undefined
  /** Prefix of REST paths. Default: none. */
  basePath?: string | undefined
  /** Schema of the account record, for the mock. Default: there are no accounts. */
  account?: z.ZodObject | undefined
  /** Members of the account record that have other names in the core. Default: none. */
  accountMembers?: AccountMembers | undefined
  /** The kinds of exports, for the mock. Default: none. */
  exported?: Exported | undefined
  /** User agent and default address. Default: those of `Client`. */
  product?: Product
}
