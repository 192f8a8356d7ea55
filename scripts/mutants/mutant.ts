import { readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** A breakage of the product that its tests must notice. */
export interface Mutant {
  /** What is broken, such as `a viewer sees the records of others`. */
  what: string
  /** File of the product, from the root. */
  file: string
  /** Text that is in the file exactly once. */
  find: string
  replace: string
  /** Test files beside the place, from the root. The one that notices soonest comes first. */
  tests: readonly string[]
  /** Whether it takes transactions that are concurrent, which the embedded database has not. Default: false. */
  needsServer?: boolean
}

/** Breakages of one file, each by what it is: a text that is in the file once, and another in its place. */
export function breaking(
  file: string,
  tests: readonly string[],
  places: Record<string, [find: string, replace: string]>,
): Mutant[] {
  return Object.entries(places).map(([what, [find, replace]]) => ({ what, file, find, replace, tests }))
}

/** The same where nobody can notice it on the embedded database. */
export const onServer = (mutants: readonly Mutant[]): Mutant[] =>
  mutants.map((mutant) => ({ ...mutant, needsServer: true }))

/** The file of a mutant, broken. Throws where its place is not in the file any more, or is in it twice, or what comes out is no program. */
export function broken({ file, find, replace }: Mutant, source: string): string {
  const [before, after, ...more] = source.split(find)
  if (before === undefined || after === undefined) throw new Error(`not found in ${file}: ${find}`)
  if (more.length > 0) throw new Error(`found ${more.length + 1} times in ${file}: ${find}`)
  const result = before + replace + after
  stripTypeScriptTypes(result)
  return result
}

/** Breaks a copy of the project, and returns what mends it. */
export async function apply(mutant: Mutant, root: string): Promise<() => Promise<void>> {
  const path = join(root, mutant.file)
  const source = await readFile(path, 'utf8')
  await writeFile(path, broken(mutant, source))
  return () => writeFile(path, source)
}
