import type { z } from 'zod'
import type { Access } from './access.ts'
import type { Naming } from './naming.ts'

/** The members of an account's record that say what the core knows of it. A status that no member says is active. */
export type AccountMembers = Partial<Record<'name' | 'email' | 'role' | 'owner' | 'status', string>>

/** What the resources that come with the core are made for: the names of an application, its rule, its paths and its accounts. */
export interface Foundation<
  S extends string = string,
  R extends string = string,
  Account extends z.ZodObject = z.ZodObject,
> {
  /** What it is called. */
  readonly naming: Naming
  /** Who may do what. */
  readonly access: Access<S, R>
  /** What REST paths begin with, such as `/v1`. */
  readonly basePath: string
  /** The record of a person who signs in, as that person is shown it. Documents show its first example. */
  readonly account: Account
}
