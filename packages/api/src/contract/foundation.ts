import type { z } from 'zod'
import type { Access } from './access.ts'

/** What the resources that come with the core are made for: the rule of an application, its paths and its accounts. */
export interface Foundation<
  S extends string = string,
  R extends string = string,
  Account extends z.ZodObject = z.ZodObject,
> {
  /** Who may do what. */
  readonly access: Access<S, R>
  /** What REST paths begin with, such as `/v1`. */
  readonly basePath: string
  /** The record of a person who signs in, as that person is shown it. Documents show its first example. */
  readonly account: Account
}
