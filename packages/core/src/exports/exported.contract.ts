import type { z } from 'zod'
import type { Foundation } from '../contract/foundation.ts'
import type { RequiredScope } from '../contract/operation.ts'

/** Records of one kind that are exported, as documents show them. */
export interface ExportedContract<Filter extends z.ZodRawShape = z.ZodRawShape> {
  /** What a line of the file shows of a record. */
  readonly schema: z.ZodObject
  /** What narrows an export: optional members, which a request sends as `filter`. */
  readonly filter: Filter
  /** An example of a filter. */
  readonly exampleFilter: z.input<z.ZodObject<Filter>>
  /** The scope that exporting them takes. Default: the one that all kinds share. */
  readonly scope?: string
  /** The words that documents have for them. */
  readonly words: {
    /** Such as `users`. It begins the name of the file. */
    readonly plural: string
    /** Such as `user records`. */
    readonly records: string
  }
}

/** Kinds of records by their names. */
export type KindContracts = Readonly<Record<string, ExportedContract<any>>>

/** What exports are of, and where they are found. */
export interface ExportsOptions<Kinds extends KindContracts = KindContracts> extends Pick<Foundation, 'basePath'> {
  /** The scope that exports take of kinds that name none of their own, and that reading the events of exports takes. */
  readonly scope: string
  /** By the name that a request has for each, where there are several. The first is what a request without one means. */
  readonly kinds: Kinds
}

type Scoped = Pick<ExportsOptions, 'scope' | 'kinds'>

/** The scope that exporting records of a kind takes; null in rows from before there were several kinds. */
export function scopeOfKind({ scope, kinds }: Scoped, kind: string | null): string {
  const found = kind === null ? Object.values(kinds)[0] : kinds[kind]
  return found?.scope ?? scope
}

/** The scope that exports of every kind take; `any` where kinds differ, so that it depends on what is asked for. */
export function sharedScope(exported: Scoped): RequiredScope {
  const [first, ...others] = new Set(Object.keys(exported.kinds).map((kind) => scopeOfKind(exported, kind)))
  return others.length > 0 ? 'any' : first!
}
