import type { z } from 'zod'
import type { AnyOperation } from '../contract/operation.ts'

/** Returns the members of the record that an operation answers with: the columns that a list of such records reads. */
export const columnsOf = ({ output }: Pick<AnyOperation, 'output'>): string[] =>
  Object.keys((output as z.ZodObject).shape)
