import { unnamed } from './path-template.ts'

/** The collections that resources of the core have, by the names of those. The mock knows them by these names, so that nothing else is called so. */
const OF_CORE: Readonly<Record<string, readonly string[]>> = {
  apiKeys: ['apiKeys'],
  oauthClients: ['oauthClients'],
  exports: ['exports'],
  sessions: ['sessions'],
  webhookEndpoints: ['webhookEndpoints', 'deliveries'],
  events: ['events'],
}

const RESERVED = new Set(Object.values(OF_CORE).flat())

/** Where records are listed, and the name of the resource that lists them. */
interface Place {
  path: string
  resource: string
}

/**
 * Names collections after their paths, whose parameters are called `{}`: by the last segment, such as `comments`. Where several end alike, one of the core
 * keeps that, else the only one that is in no other record; the others are called after as much more of their paths as tells them apart, such as
 * `booksComments`, and after the whole path where nothing less does.
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

/** Those of the same name that have to be called otherwise. */
function exceptKeeper(name: string, paths: readonly string[], core: ReadonlySet<string>): string[] {
  const inNoRecord = paths.filter((path) => !path.includes('{}'))
  const entitled = RESERVED.has(name) ? paths.filter((path) => core.has(path)) : paths.length === 1 ? paths : inNoRecord
  return paths.filter((path) => entitled.length !== 1 || path !== entitled[0])
}

/** What a collection could be called, the shortest first. */
function namesOf(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'))
  return segments.map((_, length) => camelCase(segments.slice(-length - 1).join('-')))
}

const camelCase = (words: string) => words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
