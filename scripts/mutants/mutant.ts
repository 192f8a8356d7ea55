import { readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** A change that breaks the product, and that tests must notice. */
export interface Mutant {
  /** What is broken, such as `a viewer sees the records of others`. */
  what: string
  /** File of the product, relative to the root. */
  file: string
  /** Text that occurs in the file exactly once. */
  find: string
  replace: string
  /** Test files for the place, relative to the root. The file that notices soonest comes first. */
  tests: readonly string[]
  /** Whether the tests need concurrent transactions, which the embedded database does not have. Default: false. */
  needsServer?: boolean
}

/** Returns the mutants of one file. `places` has the description of each, with a text that occurs in the file once and its replacement. */
export function breaking(
  file: string,
  tests: readonly string[],
  places: Record<string, [find: string, replace: string]>,
): Mutant[] {
  return Object.entries(places).map(([what, [find, replace]]) => ({ what, file, find, replace, tests }))
}

/** Marks mutants that tests cannot notice on the embedded database. */
export const onServer = (mutants: readonly Mutant[]): Mutant[] =>
  mutants.map((mutant) => ({ ...mutant, needsServer: true }))

/** Returns the source with the mutant. Throws when the text to replace is missing or occurs more than once, or the result is not valid TypeScript. */
export function broken({ file, find, replace }: Mutant, source: string): string {
  const [before, after, ...more] = source.split(find)
  if (before === undefined || after === undefined) throw new Error(`not found in ${file}: ${find}`)
  if (more.length > 0) throw new Error(`found ${more.length + 1} times in ${file}: ${find}`)
  const result = before + replace + after
  stripTypeScriptTypes(result)
  return result
}

/** Applies a mutant to a copy of the project, and returns a function that restores the file. */
export async function apply(mutant: Mutant, root: string): Promise<() => Promise<void>> {
  const path = join(root, mutant.file)
  const source = await readFile(path, 'utf8')
  await writeFile(path, broken(mutant, source))
  return () => writeFile(path, source)
}
