import type { AnyOperation } from '@roster/core/contract'
import type { z } from 'zod'
import { exampleOf } from './example.ts'

/** Returns the seconds after which to read a record again, for each status that is not final. */
export function waitsOf({ retryAfter, output }: AnyOperation): [status: string, seconds: number][] {
  if (!retryAfter || !output) return []
  const statuses = (output as Partial<z.ZodObject>).shape?.['status']?._zod.values ?? []
  const example = exampleOf(output) as object
  return [...statuses]
    .filter((status) => typeof status === 'string')
    .map((status): [string, number] => [status, retryAfter({ ...example, status }) ?? 0])
    .filter(([, seconds]) => seconds > 0)
}
