/** Texts with their replacements. */
export type Replacements = readonly (readonly [from: string, to: string])[]

/** Replaces every text at once, so that inserted text is not replaced again. When several texts begin alike, the longest counts. */
export function replaced(text: string, replacements: Replacements): string {
  const found = new Map(replacements)
  const longestFirst = [...found.keys()].sort((one, other) => other.length - one.length)
  return text.replaceAll(new RegExp(longestFirst.map(escaped).join('|'), 'g'), (match) => found.get(match)!)
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
