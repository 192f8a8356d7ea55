import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FROM = /(?:^|\n)(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g

export interface Import {
  /** The importing file, relative to the root of the repository. */
  by: string
  /** The imported file of the repository, or the imported package. */
  of: string
}

/** Returns the files of the repository that match the patterns, without installed and generated files that are not in Git. */
export const filesOf = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**', 'bench/generated/**'] }).map((file) =>
    file.replaceAll('\\', '/'),
  )

/** Source files of the packages, without tests and fixtures. */
export const sources = filesOf('packages/*/src/**/*.ts').filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

export const importsOf = (by: string): Import[] =>
  Array.from(textOf(by).matchAll(FROM), ([, from, dynamic]) => {
    const name = (from ?? dynamic)!
    return { by, of: name.startsWith('.') ? join(dirname(by), name) : name }
  })

/** Returns the room of a file: its folder in api, core or gateway, such as `packages/core/src/data`. Undefined for entries, which import every room. */
export const roomOf = (file: string): string | undefined =>
  /^packages\/(?:api|core|gateway)\/src\/[^/]+(?=\/)/.exec(file)?.[0]

/** Returns for each room the other rooms from which it imports. */
export function roomImports(): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>()
  for (const file of sources) {
    const room = roomOf(file)
    if (room !== undefined && !rooms.has(room)) rooms.set(room, new Set())
  }
  for (const { by, of } of sources.flatMap(importsOf)) {
    const [from, to] = [roomOf(by), roomOf(of)]
    if (from !== undefined && to !== undefined && from !== to) rooms.get(from)!.add(to)
  }
  return rooms
}
