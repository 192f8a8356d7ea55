import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Package } from './packages.ts'

const run = promisify(execFile)

/** Whether a pipeline of GitHub or GitLab can prove its identity and its build to npm, by OpenID Connect. */
export const attests = ({ ACTIONS_ID_TOKEN_REQUEST_URL, SIGSTORE_ID_TOKEN }: NodeJS.ProcessEnv): boolean =>
  Boolean(ACTIONS_ID_TOKEN_REQUEST_URL || SIGSTORE_ID_TOKEN)

/** Returns the reasons why a repository must not be released, a line each. */
export async function faultsOf(
  root: string,
  packages: readonly Package[],
  environment: NodeJS.ProcessEnv,
): Promise<string[]> {
  const version = packages.find(({ name }) => name === '@roster/api')!.version
  const faults = packages
    .filter((each) => each.folder.startsWith('packages/') && each.version !== version)
    .map(({ name, version: other }) => `${name} is ${other}, and not ${version} as @roster/api.`)
  const told = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  if (!told.includes(`\n## ${version}`)) faults.push(`CHANGELOG.md has no heading for ${version}.`)
  return attests(environment) ? [...faults, ...(await faultsOfProvenance(root, packages, version))] : faults
}

/** Returns the faults that would make a provenance wrong: it names the repository and the commit from which a package is built. */
async function faultsOfProvenance(root: string, packages: readonly Package[], version: string): Promise<string[]> {
  const faults = packages
    .filter(({ repository }) => !repository?.url)
    .map(({ folder }) => `${folder}/package.json has no repository.url, with which npm compares the provenance.`)
  const git = (...args: string[]) => run('git', args, { cwd: root }).then(({ stdout }) => stdout.trim())
  try {
    if (await git('status', '--porcelain')) faults.push('There are changes that are not committed.')
    const tags = (await git('tag', '--points-at', 'HEAD')).split('\n')
    if (!tags.includes(`v${version}`)) faults.push(`The commit has no tag v${version}.`)
  } catch (error) {
    faults.push(`git does not tell of the commit: ${(error as Error).message.trim()}`)
  }
  return faults
}
