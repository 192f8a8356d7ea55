import type { z } from 'zod'
import type { AnyOperation } from '../contract/operation.ts'

/** The members of the record that an operation answers with, which are the columns that a list of such records reads. */
export const columnsOf = ({ output }: Pick<AnyOperation, 'output'>): string[] =>
  Object.keys((output as z.ZodObject).shape)
