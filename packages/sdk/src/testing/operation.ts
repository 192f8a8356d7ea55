import type { Method } from '../core/client.ts'
import type { Scope } from './policy.ts'

/** Schema of a value. */
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
  /** Whether the value may be absent. */
  optional?: true
  /** Handling of an absent member whose schema accepts absence through its parts: checked all the same, left out, or left out if it has faults. */
  absent?: 'checked' | 'dropped' | 'tried'
  nullable?: true
  /** Value in place of an absent one, without a check. */
  default?: unknown
  /** Value in place of an absent one, which is then checked. */
  prefault?: unknown
  /** Value in place of one with faults. */
  fallback?: unknown
  /** Whether a value with faults is left out. */
  dropped?: true
  /** Whether a value of another type is first converted to this type by its constructor. */
  coerced?: true
  /** Minimum and maximum: of a number, of a text's length, or of an array's number of items. */
  min?: number
  max?: number
  /** Exclusive minimum and maximum of a number. */
  above?: number
  below?: number
  /** Divisors of which a number must be a multiple. */
  multiples?: readonly number[]
  /** Values of an `enum`, or the names that a `record` must have. */
  values?: readonly Literal[]
  /** Booleans that the words of a `string` are converted to, and whether the case of the words counts. */
  words?: Readonly<Record<string, boolean>>
  cased?: true
  /** A regular expression that the text must match, and its flags. */
  pattern?: string
  flags?: string
  /** Format of a `formatted` text; `text-formats.ts` has its code by this name. */
  format?: 'base64' | 'base64url' | 'cidrv6' | 'ipv6' | 'url'
  /** Regular expressions for the scheme and the host of an address. */
  protocol?: string
  hostname?: string
  /** A rule of the contract that is code; `rules.ts` has the rule by this name. */
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
  /** Whether a text is checked against `pattern` before its length: faults are listed in that order. */
  patternFirst?: true
  /** Code and message of the fault when a value breaks the rule. */
  fault?: readonly [code: string, message: string]
  /** Names that a list of names may contain. */
  names?: readonly string[]
  items?: Schema
  /** Whether the items must differ from each other. */
  distinct?: true
  members?: Members
  /** Schema of members of an `object` that are not named. Default: such members are faults. */
  others?: 'dropped' | Schema
  /** Schema of the names of a `record`; `items` is the schema of its values. */
  keys?: Schema
  /** Whether a `record` keeps members with other names. */
  loose?: true
  /** First items of a `tuple`, alternatives of a `union`, all parts of an `intersection`, or steps of a `pipe`. */
  parts?: readonly Schema[]
  /** Schema of the items after the parts of a `tuple`. Default: no such items. */
  rest?: Schema
  /** Whether the result of a `pipe` must not be undefined. */
  present?: true
  /** Member that discriminates the parts of a `union`, and its values in each part. */
  discriminator?: string
  tags?: readonly (readonly Literal[])[]
  /** Whether a value must match exactly one part of a `union`. */
  exclusive?: true
  /** Number of levels from `self` out to the schema that it stands for. */
  up?: number
}

/** A JSON value that is neither an object nor an array. */
export type Literal = string | number | boolean | null

/** Members of an object, by name. */
export type Members = Readonly<Record<string, Schema>>

/** An operation of the contract: everything that its responses depend on. */
export interface Operation {
  name: string
  method: Method
  path: string
  /** Scope that a caller must hold. `any` accepts every credential, `none` needs no credential. */
  scope: Scope
  /** Scope for records of other accounts than the caller's own, if it differs. */
  scopeForOthers?: Scope
  status: number
  cacheControl: string
  /** Path of the created record, with members of the response in braces. */
  location?: string
  /** Dates of the deprecation and of the removal, and the page that says what to use instead. */
  deprecated?: { since: string; sunset: string; link: string }
  /** Seconds after which to read the record again, by its status. */
  retryAfter?: Readonly<Record<string, number>>
  /** Whether the operation sets or removes a session cookie. */
  setsCookie?: true
  /** Path and query parameters. */
  parameters: Members
  body?: Members
  /** Whether a successful response has a body. */
  answers?: true
  /** Whether a successful response is a page of a list, which links to its neighbours. */
  isPaged?: true
  /** Whether another operation reads the record that this one writes or makes, so that conditional requests apply. */
  isRead?: true
  /** Whether the response is the same as that of the reading operation, and so has an entity tag. */
  isRepresentation?: true
  /** Records whose power the caller must hold besides the scope: the record before or after the change. */
  power?: readonly string[]
  /** Effect of the operation on the records of a collection. */
  effect?: Effect
  /** Media types of a download, each with the beginning of such a file. */
  media?: Readonly<Record<string, string>>
}

/** Effect of an operation on the records of a collection: POST creates records or acts on one, PUT replaces, PATCH merges. */
export interface Effect {
  kind: 'create' | 'read' | 'list' | 'replace' | 'change' | 'delete' | 'act'
  /** Name of the collection. */
  of: string
  /** Path parameter with the record's identifier. */
  id?: string
  /** Member of the body with the list of records to create. */
  many?: string
  /** Event that the operation emits. */
  emits?: string
  /** Events emitted in place of `emits`, by the status that the record gets. */
  emitsAt?: Readonly<Record<string, string>>
  /** The members that the query parameter `search` looks in. */
  searches?: readonly string[]
  /** Sets the password of the account that the path names, or of the new account. */
  sets?: 'password'
  /** Members of the response that a record does not have: the rule decides them. */
  adds?: readonly string[]
  /** Further such members, which the response may lack. */
  mayAdd?: readonly string[]
  /** Members of a record that the response leaves out. */
  lacks?: readonly string[]
  /** Whether the response may have any members. */
  open?: true
  /** Whether the response is another record than the one in the path, which stays unchanged. */
  other?: true
  /** Whether the rule alone decides the response. */
  ruled?: true
  /** Whether deleted records give `gone`. */
  gone?: true
}

/** Records of one kind. */
export interface Collection {
  /** Name of one record, for messages. */
  noun: string
  /** Member that identifies a record. */
  key: string
  /** Prefix of identifiers; empty if identifiers do not have the form of the core's. */
  prefix: string
  /** First identifier, if identifiers are numbers. */
  first?: number
  /** Whether identifiers are UUIDs. */
  uuid?: true
  /** Names of the members, in the order of the contract. */
  members: readonly string[]
  /** Members that a record may lack. */
  optional?: readonly string[]
  /** Members called `version`, `created_by`, `created_at` or `updated_at` that the service does not assign, because they mean something else. */
  unassigned?: readonly string[]
  /** Values of members that the request omits: the default of the contract, or null where the schema allows null. */
  defaults: Readonly<Record<string, unknown>>
  /** Member with the identifier of the record's owner. */
  owner?: string
  /** Collection of the parent record, with the member that names the parent, which is also a path parameter. */
  parent?: Parent
}

export interface Parent {
  of: string
  id: string
}
