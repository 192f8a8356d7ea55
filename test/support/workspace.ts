import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const OURS = '@roster'
const COPIED = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'packages', 'tools']
const LEFT_OUT = new Set(['dist', 'node_modules'])

/** Copies the sources of the packages, and `besides`, into a temporary folder, and links the installed dependencies. The copied packages import each other. */
export async function copyWorkspace(besides: readonly string[] = []): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'roster-build-'))
  const filter = (path: string) => !LEFT_OUT.has(basename(path))
  for (const name of [...COPIED, ...besides]) await cp(join(ROOT, name), join(copy, name), { recursive: true, filter })
  await linkDependencies(copy)
  return copy
}

/** Links the installed dependencies into a copy of this repository. The packages of the copy import each other. */
export async function linkDependencies(copy: string): Promise<void> {
  await linkAll(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  await linkAll(join(copy, 'packages'), join(copy, 'node_modules', OURS))
  for (const own of globSync('packages/*/node_modules', { cwd: ROOT })) await linkAll(join(ROOT, own), join(copy, own))
}

async function linkAll(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from, { withFileTypes: true })
  const packages = entries.filter((entry) => entry.name !== OURS && !entry.isFile())
  await Promise.all(packages.map(({ name }) => symlink(join(from, name), join(to, name), 'junction')))
}
