import type { Progress } from '@roster/core/server'

/** Shows how far a copy is. */
export const progressOf =
  (show: (line: string) => void) =>
  ({ table, done, total }: Progress): void =>
    show(`${table}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`)
