import type { Method } from '../core/client.ts'
import type { Scope } from './policy.ts'

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
  /** What a caller must hold: a scope; `any` takes every credential, `none` needs none. */
  scope: Scope
  /** The scope for what is about another account's record than the caller's own, where it is another one. */
  scopeForOthers?: Scope
  status: number
  cacheControl: string
  /** Path of what was made, with members of the answer in braces. */
  location?: string
  /** Seconds after which to read again, by the status of the record. */
  retryAfter?: Readonly<Record<string, number>>
  /** Whether it gives a session cookie, or takes it away. */
  setsCookie?: true
  /** Path and query parameters. */
  parameters: Members
  body?: Members
  /** Whether a success has a body. */
  answers?: true
  /** Whether there is an operation that reads what this one writes or makes, so that conditions hold for it. */
  isRead?: true
  /** Whether its answer is how that one reads it, and so has an entity tag. */
  isRepresentation?: true
  /** Whose power its caller must hold beside the scope, as the record is or would be. */
  power?: readonly string[]
  /** What it does to the records of a collection. */
  effect?: Effect
  /** Media types of a download, each with the beginning of such a file. */
  media?: Readonly<Record<string, string>>
}

/** What an operation does to the records of a collection: POST makes them and acts on one, PUT replaces, PATCH merges. */
export interface Effect {
  kind: 'create' | 'read' | 'list' | 'replace' | 'change' | 'delete' | 'act'
  /** Name of the collection. */
  of: string
  /** The parameter in the path that names the record. */
  id?: string
  /** The member of the body that has one record for each to be made. */
  many?: string
  /** The event it emits. */
  emits?: string
  /** Events in its place, by the status that the record gets. */
  emitsAt?: Readonly<Record<string, string>>
  /** The members that the query parameter `search` looks in. */
  searches?: readonly string[]
  /** Whether what is deleted is said to be gone. */
  gone?: true
}

/** Records of one kind. */
export interface Collection {
  /** What one is called. */
  noun: string
  /** The member that identifies one. */
  key: string
  /** What identifiers begin with. */
  prefix: string
  /** Names of the members, in the order of the contract. */
  members: readonly string[]
  /** Those that a record may lack. */
  optional?: readonly string[]
  /** What members are that nobody gives: what the contract says, or null where they may be. */
  defaults: Readonly<Record<string, unknown>>
  /** The member that names whom a record belongs to. */
  owner?: string
  /** The collection of what a record belongs to, and the member that names that, which is also a parameter of the path. */
  parent?: Parent
}

export interface Parent {
  of: string
  id: string
}
