import type { z } from 'zod'
import { cursorNameOf } from './cursor-name.ts'
import type { AnyOperation } from './operation.ts'

/** Whether an operation answers with a page of a list, and takes which page. Its responses link to the neighbouring pages. */
export function isPaged({ output, parameters: { shape } }: AnyOperation): boolean {
  if (!('page' in shape) && cursorNameOf(shape) === undefined) return false
  const { options = [output] } = (output ?? {}) as Partial<z.ZodUnion<z.ZodObject[]>>
  return options.some((form) => isPage((form as Partial<z.ZodObject> | undefined)?.shape ?? {}))
}

const isPage = (shape: object) => 'data' in shape && ('pagination' in shape || 'next_cursor' in shape)
