import { execFileSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesOf } from '../../scripts/imports.ts'
import { linkDependencies } from './workspace.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()

/**
 * Returns the parent of the commit that added Roster's newest migration, or undefined when the Git history is not available. With
 * `ROSTER_REQUIRE_HISTORY=on` it throws then.
 */
export function commitBeforeMigration(): string | undefined {
  const newest = filesOf('packages/api/migrations/*.ts').toSorted().at(-1)!
  try {
    const added = git('log', '--diff-filter=A', '--max-count=1', '--format=%H', '--', newest)
    return git('rev-parse', '--verify', `${added}^1`)
  } catch (error) {
    if (process.env['ROSTER_REQUIRE_HISTORY'] === 'on') throw error
    return undefined
  }
}

/** Writes the repository at a commit into a temporary folder, links the installed dependencies, and returns the folder. */
export async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'roster-before-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  await linkDependencies(folder)
  return folder
}
