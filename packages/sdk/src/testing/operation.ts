import type { Method } from '../core/client.ts'
import type { Scope } from './copied/scopes.ts'

/** What a value must be. */
export interface Schema {
  type: 'string' | 'integer' | 'boolean' | 'enum' | 'array' | 'object'
  /** Whether it may be absent. */
  optional?: true
  nullable?: true
  /** What stands for an absent value. */
  default?: unknown
  /** The least and the most: of a number itself, of a text its length, of an array its count. */
  min?: number
  max?: number
  /** What an `enum` may be. */
  values?: readonly string[]
  /** A regular expression that the text must match. */
  pattern?: string
  /** A rule of the contract that is code: `rules.ts` has it by this name. */
  rule?:
    | 'currency'
    | 'delivery-url'
    | 'distinguished-name'
    | 'email'
    | 'instant'
    | 'line'
    | 'names'
    | 'password'
    | 'pattern'
    | 'redirect-uri'
    | 'words'
  /** What a breach of the rule is called, and what is said of it. */
  fault?: readonly [code: string, message: string]
  /** What a list of names may hold. */
  names?: readonly string[]
  items?: Schema
  /** Whether the items must differ from each other. */
  distinct?: true
  members?: Members
}

export type Members = Readonly<Record<string, Schema>>

/** An operation of the contract, as far as its answers follow from it. */
export interface Operation {
  name: string
  method: Method
  path: string
  scope: Scope | 'any' | 'none'
  status: number
  cacheControl: string
  /** Path of what was made, with members of the answer in braces. */
  location?: string
  /** Seconds after which to read again, by the status of the record. */
  retryAfter?: Readonly<Record<string, number>>
  /** Whether it gives a session cookie, or takes it away. */
  setsCookie?: true
  /** Name of the schema it answers with. */
  record?: string
  /** Path and query parameters. */
  parameters: Members
  body?: Members
  /** What it answers in the examples of the contract. */
  answer?: unknown
  /** Media types of a download, each with the beginning of such a file. */
  media?: Readonly<Record<string, string>>
}
