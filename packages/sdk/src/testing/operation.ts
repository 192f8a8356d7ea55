import type { Method } from '../core/client.ts'
import type { Scope } from './policy.ts'

/** What a value must be. */
export interface Schema {
  type:
    | 'string'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'enum'
    | 'formatted'
    | 'array'
    | 'tuple'
    | 'object'
    | 'record'
    | 'union'
    | 'intersection'
    | 'pipe'
    | 'self'
    | 'any'
    | 'never'
  /** Whether it may be absent. */
  optional?: true
  /** What happens where a member is absent that may be because of its parts: it is checked all the same, left out, or left out if it has faults. */
  absent?: 'checked' | 'dropped' | 'tried'
  nullable?: true
  /** What stands for an absent value. */
  default?: unknown
  /** What is checked in place of an absent value. */
  prefault?: unknown
  /** What stands for a value that has faults. */
  fallback?: unknown
  /** Whether nothing does, so that it is left out. */
  dropped?: true
  /** Whether another type is made into this one first, as its constructor does. */
  coerced?: true
  /** The least and the most: of a number itself, of a text its length, of an array its count. */
  min?: number
  max?: number
  /** What a number must be more than, and less than. */
  above?: number
  below?: number
  /** What a number must be a multiple of. */
  multiples?: readonly number[]
  /** What an `enum` may be, and which names a `record` must have. */
  values?: readonly Literal[]
  /** What the words of a `string` stand for, where it is made a boolean, and whether their case counts. */
  words?: Readonly<Record<string, boolean>>
  cased?: true
  /** A regular expression that the text must match, and its flags. */
  pattern?: string
  flags?: string
  /** What a `formatted` text is; `text-formats.ts` has the code for it by this name. */
  format?: 'base64' | 'base64url' | 'cidrv6' | 'ipv6' | 'url'
  /** Regular expressions for parts of an address. */
  protocol?: string
  hostname?: string
  /** A rule of the contract that is code: `rules.ts` has it by this name. */
  rule?:
    | 'currency'
    | 'delivery-url'
    | 'distinguished-name'
    | 'email'
    | 'instant'
    | 'line'
    | 'lower-case'
    | 'names'
    | 'normal-form'
    | 'password'
    | 'pattern'
    | 'redirect-uri'
    | 'timestamp'
    | 'trim'
    | 'upper-case'
    | 'words'
  /** Whether a text is compared with `pattern` before its length is looked at: what is wrong is told in that order. */
  patternFirst?: true
  /** What a breach of the rule is called, and what is said of it. */
  fault?: readonly [code: string, message: string]
  /** What a list of names may hold. */
  names?: readonly string[]
  items?: Schema
  /** Whether the items must differ from each other. */
  distinct?: true
  members?: Members
  /** What members of an `object` are that are not named. Default: there are none. */
  others?: 'dropped' | Schema
  /** What the names of a `record` are; its values are `items`. */
  keys?: Schema
  /** Whether a `record` keeps what has another name. */
  loose?: true
  /** What a `tuple` begins with, what may become of a `union`, what an `intersection` is all of, the steps of a `pipe`. */
  parts?: readonly Schema[]
  /** What follows the parts of a `tuple`. Default: nothing. */
  rest?: Schema
  /** Whether something must come out of a `pipe`. */
  present?: true
  /** The member that tells the parts of a `union` apart, and its values in each. */
  discriminator?: string
  tags?: readonly (readonly Literal[])[]
  /** Whether a `union` is one of its parts and no other. */
  exclusive?: true
  /** How many levels out the schema is that `self` stands for. */
  up?: number
}

/** A value of JSON that is no object and no array. */
export type Literal = string | number | boolean | null

/** Members of an object, by name. */
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
  /** When it goes away, as dates, and the page that says what to use instead. */
  deprecated?: { since: string; sunset: string; link: string }
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
  /** What it sets besides the record: the password of the account that the path names, or that is made. */
  sets?: 'password'
  /** Members of its answer that a record has not: its rule decides them. */
  adds?: readonly string[]
  /** The same of those that it may lack. */
  mayAdd?: readonly string[]
  /** Members of a record that its answer has not. */
  lacks?: readonly string[]
  /** Whether its answer may have any members. */
  open?: true
  /** Whether its answer is another record than the one it is done to, which stays as it is. */
  other?: true
  /** Whether its rule alone tells what it answers. */
  ruled?: true
  /** Whether what is deleted is said to be gone. */
  gone?: true
}

/** Records of one kind. */
export interface Collection {
  /** What one is called. */
  noun: string
  /** The member that identifies one. */
  key: string
  /** What identifiers begin with; empty where they are not in the form of ours. */
  prefix: string
  /** The first of identifiers that are numbers. */
  first?: number
  /** Whether identifiers are UUIDs. */
  uuid?: true
  /** Names of the members, in the order of the contract. */
  members: readonly string[]
  /** Those that a record may lack. */
  optional?: readonly string[]
  /** Those called `version`, `created_by`, `created_at` or `updated_at` that are something else than the service assigns to such. */
  unassigned?: readonly string[]
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
