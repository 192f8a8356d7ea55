import type { z } from 'zod'
import type { Foundation } from '../contract/foundation.ts'
import type { RequiredScope } from '../contract/operation.ts'

/** The contract of one kind of records that can be exported. */
export interface ExportedContract<Filter extends z.ZodRawShape = z.ZodRawShape> {
  /** Schema of a line of the file. */
  readonly schema: z.ZodObject
  /** Optional members of `filter` in a request, which narrow the export. */
  readonly filter: Filter
  /** Example of a filter. */
  readonly exampleFilter: z.input<z.ZodObject<Filter>>
  /** The scope that an export of this kind takes. Default: the scope of all exports. */
  readonly scope?: string
  /** The words for these records in documents. */
  readonly words: {
    /** Plural, such as `users`; the name of the file begins with it. */
    readonly plural: string
    /** The records in a sentence, such as `user records`. */
    readonly records: string
  }
}

/** Kinds of records, by name. */
export type KindContracts = Readonly<Record<string, ExportedContract<any>>>

/** The kinds of records that can be exported, and the path of exports. */
export interface ExportsOptions<Kinds extends KindContracts = KindContracts> extends Pick<Foundation, 'basePath'> {
  /** The scope for exports of kinds without a scope of their own, and for reading the events of exports. */
  readonly scope: string
  /** Kinds by the name that a request gives as `kind` when there are several. A request without `kind` means the first. */
  readonly kinds: Kinds
}

type Scoped = Pick<ExportsOptions, 'scope' | 'kinds'>

/** Returns the kind of an export: the first kind where a request names none, and for rows from before it was kept. */
export const kindOf = ({ kinds }: Pick<ExportsOptions, 'kinds'>, named?: string | null): string =>
  named ?? Object.keys(kinds)[0]!

/** Returns the scope that an export of a kind takes. */
export const scopeOfKind = ({ scope, kinds }: Scoped, kind: string): string => kinds[kind]?.scope ?? scope

/** Returns the scope that exports of all kinds take, or `any` when the kinds differ. */
export function sharedScope(exported: Scoped): RequiredScope {
  const [first, ...others] = new Set(Object.keys(exported.kinds).map((kind) => scopeOfKind(exported, kind)))
  return others.length > 0 ? 'any' : first!
}
