import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileOf, type Package } from './packages.ts'

const run = promisify(execFile)

/** Runs npm at the root of a repository, and returns its output. Rejects when npm fails; the error has npm's `stderr`. */
export const npm = (root: string, ...args: string[]): Promise<string> =>
  run('npm', args, { cwd: root, maxBuffer: 2 ** 26 }).then(({ stdout }) => stdout)

/** Whether the registry has this version of a package. An interrupted release continues after the versions that are published. */
export async function isPublished(root: string, { name, version }: Package): Promise<boolean> {
  try {
    return (await npm(root, 'view', `${name}@${version}`, 'version')).trim() === version
  } catch (error) {
    // E404: the registry does not know the package. For an unknown version of a known package, npm succeeds and prints nothing.
    if (/E404/.test((error as { stderr?: string }).stderr ?? '')) return false
    throw error
  }
}

/** Builds and packs a package into a folder. */
export async function pack(root: string, { folder }: Package, into: string): Promise<void> {
  await npm(root, 'pack', `./${folder}`, '--pack-destination', into)
}

/** Publishes the file that `pack` wrote. Does not pack again. */
export async function publish(root: string, each: Package, from: string, provenance: boolean): Promise<void> {
  const file = join(from, `${fileOf(each)}.tgz`)
  await npm(root, 'publish', file, '--access', 'public', ...(provenance ? ['--provenance'] : []))
}
