import { type Definition, DefinitionError } from './definition.ts'
import { rules } from './rules.ts'

/** Throws `DefinitionError`, with all faults, for an application that cannot be served as it is defined. */
export function requireSound(definition: Definition): void {
  const faults = rules.flatMap((rule) => rule(definition))
  if (faults.length > 0) throw new DefinitionError(faults)
}
