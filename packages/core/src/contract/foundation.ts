import type { z } from 'zod'
import type { Access } from './access.ts'
import type { Naming } from './naming.ts'

/**
 * Names of the record members that hold an account's name, e-mail address, role, owner and status. Without a member for the status, every account is active.
 */
export type AccountMembers = Partial<Record<'name' | 'email' | 'role' | 'owner' | 'status', string>>

/** The parts of an application that the core's resources need: its names, access rules, paths and accounts. */
export interface Foundation<
  S extends string = string,
  R extends string = string,
  Account extends z.ZodObject = z.ZodObject,
> {
  /** Names of the application. */
  readonly naming: Naming
  /** Access rules of the application. */
  readonly access: Access<S, R>
  /** Prefix of REST paths, such as `/v1`. */
  readonly basePath: string
  /** Schema of the record of a user who signs in, as the user sees it. Documents show its first example. */
  readonly account: Account
}
