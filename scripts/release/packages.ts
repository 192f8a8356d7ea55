import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A package that is published. */
export interface Package {
  /** Its folder, from the root of the repository. */
  folder: string
  name: string
  version: string
  description: string
  license: string
  /** Where its sources are, by which registries judge a provenance. */
  repository?: { url?: string }
  /** A program, rather than a library. */
  bin?: unknown
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Where they are, each after what it depends on, so that nothing is ever published that cannot be installed. */
const FOLDERS = [
  'tools/node-runtime',
  'packages/node',
  'packages/core',
  'packages/sdk',
  'packages/gateway',
  'packages/api',
  'packages/generator',
  'packages/create',
]

/** The packages of a repository, in the order in which they are published. */
export const packagesOf = (root: string): Promise<Package[]> =>
  Promise.all(
    FOLDERS.map(async (folder): Promise<Package> => {
      const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
      return Object.assign(manifest, { folder })
    }),
  )

/** The file that a package is published as. */
export const fileOf = ({ name, version }: Package): string => `${name.replace('@', '').replace('/', '-')}-${version}`
