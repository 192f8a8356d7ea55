import type { z } from 'zod'
import type { Foundation } from '../contract/foundation.ts'

/** Records of one kind that are exported, as documents show them. */
export interface ExportedContract<Filter extends z.ZodRawShape = z.ZodRawShape> {
  /** What a line of the file shows of a record. */
  readonly schema: z.ZodObject
  /** What narrows an export: optional members, which a request sends as `filter`. */
  readonly filter: Filter
  /** An example of a filter. */
  readonly exampleFilter: z.input<z.ZodObject<Filter>>
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
  /** The scope that reading the records takes. */
  readonly scope: string
  /** By the name that a request has for each, where there are several. The first is what a request without one means. */
  readonly kinds: Kinds
}
