import { lineOfText, timestamp } from '@roster/core/contract'
import { z } from 'zod'

/** The branch of the library that a record belongs to. Staff and readers of the branch see the record. */
export const branch = z
  .string()
  .min(2)
  .max(32)
  .regex(/^[a-z][a-z-]*$/)
  .meta({ description: 'Branch of the library.', examples: ['north'] })

const number = z.int().min(1)

/** The version of a record. */
export const version = number.meta({ description: 'Number of this state; every change adds 1.', examples: [1] })

/** The version of the record that a change is based on. */
export const expectedVersion = number.optional().meta({
  description: 'The `version` that the change is based on. Where the record has another one by now: 409.',
  examples: [1],
})

/** The times at which a record was created and last changed. */
export const times = {
  created_at: timestamp.meta({ description: 'When the record was made.' }),
  updated_at: timestamp.meta({ description: 'When it last changed.' }),
}

export const EXAMPLE_TIMES = { created_at: '2026-11-21T09:30:00.000Z', updated_at: '2026-11-21T09:30:00.000Z' }

/** A name or a title. */
export const words = (description: string, example: string) =>
  lineOfText(1, 200).meta({ description, examples: [example] })

/** A day, without a time. */
export const day = (description: string, example: string) =>
  z.iso.date().meta({ description, maxLength: 10, examples: [example] })
