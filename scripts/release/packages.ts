import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A package that is published. */
export interface Package {
  /** Folder, relative to the root of the repository. */
  folder: string
  name: string
  version: string
  description: string
  license: string
  /** URL of the sources, with which registries check a provenance. */
  repository?: { url?: string }
  /** Set for a program; undefined for a library. */
  bin?: unknown
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Folders of the packages. Each comes after its dependencies, so that every published package can be installed. */
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

/** Returns the packages of a repository, in the order of publication. */
export const packagesOf = (root: string): Promise<Package[]> =>
  Promise.all(
    FOLDERS.map(async (folder): Promise<Package> => {
      const manifest = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))
      return Object.assign(manifest, { folder })
    }),
  )

/** Returns the name of a package's file, without an extension. */
export const fileOf = ({ name, version }: Package): string => `${name.replace('@', '').replace('/', '-')}-${version}`
