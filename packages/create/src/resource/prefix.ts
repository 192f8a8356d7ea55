import type { ResourceName } from './resource-name.ts'
import { PREFIXES_OF_CORE } from './reserved.ts'

const SHORTEST = 3

/** Returns the prefix of a new resource's identifiers: the shortest beginning of its name that is no prefix in these sources yet. */
export function prefixFor({ singular, plural }: ResourceName, sources: readonly string[]): string {
  const taken = new Set([...PREFIXES_OF_CORE, ...sources.flatMap(prefixesIn)])
  const letters = plural.kebab.replaceAll('-', '')
  const lengths = Array.from(letters, (_, index) => index + 1).slice(SHORTEST - 1)
  const candidates = [...lengths.map((length) => singular.kebab.replaceAll('-', '').slice(0, length)), letters]
  return candidates.find((prefix) => !taken.has(prefix)) ?? `${letters}0`
}

/** Returns the prefixes that a source names. */
const prefixesIn = (source: string) =>
  Array.from(source.matchAll(/\b(?:newId|idSchema|exampleId)\('(\w+)'/g), ([, prefix]) => prefix!)
