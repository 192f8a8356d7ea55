import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileOf, type Package } from './packages.ts'

const run = promisify(execFile)

/** Runs npm at the root of a repository, and returns what it printed. Rejects where it fails, with what it said as `stderr`. */
export const npm = (root: string, ...args: string[]): Promise<string> =>
  run('npm', args, { cwd: root, maxBuffer: 2 ** 26 }).then(({ stdout }) => stdout)

/** Whether a registry has a package in its version, so that a release that broke off goes on where it was. */
export async function isPublished(root: string, { name, version }: Package): Promise<boolean> {
  try {
    return (await npm(root, 'view', `${name}@${version}`, 'version')).trim() === version
  } catch (error) {
    // Unknown by its name; a version that is not there is no failure, and answered by nothing.
    if (/E404/.test((error as { stderr?: string }).stderr ?? '')) return false
    throw error
  }
}

/** Builds and packs a package into a folder. */
export async function pack(root: string, { folder }: Package, into: string): Promise<void> {
  await npm(root, 'pack', `./${folder}`, '--pack-destination', into)
}

/** Publishes the file that was packed, and none that is made anew. */
export async function publish(root: string, each: Package, from: string, provenance: boolean): Promise<void> {
  const file = join(from, `${fileOf(each)}.tgz`)
  await npm(root, 'publish', file, '--access', 'public', ...(provenance ? ['--provenance'] : []))
}
