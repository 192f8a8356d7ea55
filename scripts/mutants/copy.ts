import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Scope of the project's own packages, which are links to their sources. */
const OWN = '@roster'

/** A copy of the project's current files, to which mutants are applied. Installed packages are shared with the original. */
export interface Copy {
  root: string
  remove(): Promise<void>
}

/** Copies all files that Git tracks or does not ignore. The project's own packages link to the copy. */
export async function copyProject(project: string): Promise<Copy> {
  const root = await mkdtemp(join(tmpdir(), 'roster-mutants-'))
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(project, name)))) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await cp(join(project, file), join(root, file))
  }
  const folders = new Set(files.split('\0').map(dirname))
  for (const folder of folders)
    await shareInstalled(join(project, folder, 'node_modules'), join(root, folder, 'node_modules'))
  return { root, remove: () => rm(root, { recursive: true, maxRetries: 10 }) }
}

async function shareInstalled(installed: string, modules: string): Promise<void> {
  if (!existsSync(installed)) return
  await mkdir(modules)
  for (const name of await readdir(installed)) {
    if (name === OWN) await cp(join(installed, name), join(modules, name), { recursive: true, verbatimSymlinks: true })
    else await symlink(join(installed, name), join(modules, name))
  }
}
