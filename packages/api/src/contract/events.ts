import type { z } from 'zod'

/** An event that a committed change of a resource leaves in the log. */
export interface EventSpec {
  /** When it happens, in one sentence. */
  description: string
  /** The record after the change; for deletions its id alone. */
  data: z.ZodObject
}

export type EventCatalogue = Readonly<Record<`${string}.${string}`, EventSpec>>
