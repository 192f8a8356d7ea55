import { hash } from 'node:crypto'
import type { Mutant } from './mutant.ts'

/** Returns the requested number of mutants, in their order, or all of them. The choice depends on the seed only. */
export function sampleOf(all: readonly Mutant[], { sample = Infinity, seed = '' } = {}): Mutant[] {
  const drawn = all.map((mutant) => [hash('sha256', `${seed} ${mutant.what}`), mutant] as const)
  const some = new Set(drawn.toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, sample))
  return drawn.filter((one) => some.has(one)).map(([, mutant]) => mutant)
}
