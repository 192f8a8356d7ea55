import { unnamed } from './path-template.ts'

/** Collections of the core's resources, by the name of the resource. The mock relies on these names, so no other collection may have them. */
const OF_CORE: Readonly<Record<string, readonly string[]>> = {
  apiKeys: ['apiKeys'],
  oauthClients: ['oauthClients'],
  exports: ['exports'],
  sessions: ['sessions'],
  webhookEndpoints: ['webhookEndpoints', 'deliveries'],
  events: ['events'],
}

const RESERVED = new Set(Object.values(OF_CORE).flat())

/** The path of a list of records, and the name of its resource. */
interface Place {
  path: string
  resource: string
}

/**
 * Returns a name for each collection, by its path with parameters written as `{}`. The name is the last segment, such as `comments`. Where several paths end
 * alike, a collection of the core keeps that name, else the only collection that is in no other record. The others take as many more segments as tell them
 * apart, such as `booksComments`, or else the whole path.
 */
export function collectionNames(places: readonly Place[]): ReadonlyMap<string, string> {
  const core = new Set(places.filter(isOfCore).map(({ path }) => unnamed(path)))
  const paths = [...new Set(places.map(({ path }) => unnamed(path)))]
  const lengths = new Map(paths.map((path) => [path, 1]))
  const nameOf = (path: string) => namesOf(path)[lengths.get(path)! - 1] ?? path
  for (;;) {
    const longer = [...Map.groupBy(paths, nameOf)].flatMap(([name, alike]) => exceptKeeper(name, alike, core))
    if (longer.length === 0) return new Map(paths.map((path) => [path, nameOf(path)]))
    for (const path of longer) lengths.set(path, lengths.get(path)! + 1)
  }
}

const isOfCore = ({ path, resource }: Place) => OF_CORE[resource]?.includes(namesOf(path)[0]!) ?? false

/** Returns the paths with this name that need another one. */
function exceptKeeper(name: string, paths: readonly string[], core: ReadonlySet<string>): string[] {
  const inNoRecord = paths.filter((path) => !path.includes('{}'))
  const entitled = RESERVED.has(name) ? paths.filter((path) => core.has(path)) : paths.length === 1 ? paths : inNoRecord
  return paths.filter((path) => entitled.length !== 1 || path !== entitled[0])
}

/** Returns the possible names of a collection, the shortest first. */
function namesOf(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  return segments.map((_, length) => camelCase(segments.slice(-length - 1).join('-')))
}

const camelCase = (words: string) => words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
