import type { Power } from '../contract/access.ts'
import { Problem } from '../contract/problem.ts'
import { excessOf } from './excess.ts'

/** Throws `forbidden` unless a caller holds every one of these powers. `subject` begins a sentence, such as `This API key`. */
export function requirePower(caller: Power, subject: string, ...powers: readonly Power[]): void {
  const excess = excessOf(caller, subject, powers)
  if (excess !== undefined) throw new Problem('forbidden', excess)
}
