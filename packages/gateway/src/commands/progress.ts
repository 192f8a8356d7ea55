import type { Progress } from '@roster/core/server'

/** Returns a function that shows the progress of a copy. */
export const progressOf =
  (show: (line: string) => void) =>
  ({ table, done, total }: Progress): void =>
    show(`${table}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`)
