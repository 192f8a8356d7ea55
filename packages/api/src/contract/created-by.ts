import { z } from 'zod'
import { actor } from './actor.ts'
import { exampleId, idPrefixes } from './ids.ts'

export const exampleMaker = { type: 'user', id: exampleId(idPrefixes.user) } as const

/** Who made a record. */
export const createdBy = actor.nullable().meta({
  description:
    'Who made it, also when they have left since; null for what was made before this was noted. `setup` of the `system` made the first keys.',
})

/** What can name a maker. An identifier of ours must be whole, as a part of one would find nothing; an external issuer names its users as it likes. */
const MAKER = /^(?:(?:usr|key|cli)_[0-9A-HJKMNP-TV-Z]{26}|(?!(?:usr|key|cli)_)[!-~]+)$/

/** Query parameter that selects what somebody has made. */
export const createdByParameter = z
  .string()
  .max(255)
  .regex(MAKER)
  .optional()
  .meta({
    description: 'Only what was made by the user, API key or OAuth client with this identifier.',
    examples: [exampleMaker.id],
  })
