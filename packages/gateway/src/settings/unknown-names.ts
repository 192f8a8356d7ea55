/** A variable that is named like a setting, but is none. */
export interface UnknownName {
  name: string
  /** The setting with the most similar name. */
  nearest: string
}

/** Returns the variables of an environment that begin with the prefix and are none of these settings. */
export function unknownNames(
  environment: NodeJS.ProcessEnv,
  prefix: string,
  settings: readonly string[],
): UnknownName[] {
  const ours = settings.filter((name) => name.startsWith(prefix))
  const unknown = Object.keys(environment).filter((name) => name.startsWith(prefix) && !ours.includes(name))
  return unknown.map((name) => ({ name, nearest: nearestOf(name, ours) }))
}

function nearestOf(name: string, candidates: readonly string[]): string {
  return candidates.reduce((best, next) => (distance(name, next) < distance(name, best) ? next : best))
}

/** Returns the number of letters to insert, delete or replace to turn one text into another (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [line, letter] of one.split('').entries()) {
    const next = [line + 1]
    for (const [column, wanted] of other.split('').entries())
      next.push(Math.min(next[column]! + 1, row[column + 1]! + 1, row[column]! + Number(letter !== wanted)))
    row = next
  }
  return row.at(-1)!
}
