/**
 * Compares docs/openapi.yaml with the version at the start of the branch, and fails on changes that would break a client.
 * `npm run check:breaking -- REVISION` compares with that revision. By default it is the commit where the branch left main, or on main the
 * commit before.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { breakingChanges } from './breaking-changes.ts'

const FILE = 'docs/openapi.yaml'
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const base = baseRevision()
if (base === undefined) {
  console.log(`There is no earlier ${FILE} to compare with.`)
} else {
  const changes = breakingChanges(parse(git('show', `${base}:${FILE}`)!), parse(readFileSync(FILE, 'utf8')))
  for (const change of changes) console.error(change)
  if (changes.length > 0) {
    console.error(`\nThis breaks clients of ${base}. Take it back, or raise the major of the version.`)
    process.exitCode = 1
  } else console.log(`No client of ${base} breaks.`)
}

/** Returns the last commit up to the base that changed the document, or undefined when none has the document. Throws for an unknown revision. */
function baseRevision(): string | undefined {
  const head = git('rev-parse', 'HEAD')
  const forks = ['origin/main', 'main'].map((main) => git('merge-base', 'HEAD', main))
  const asked = process.argv[2]
  if (asked && git('rev-parse', '--verify', `${asked}^{commit}`) === undefined)
    throw new Error(`There is no revision ${asked}.`)
  const start = asked ?? forks.find((fork) => fork !== undefined && fork !== head) ?? 'HEAD~1'
  const revision = git('rev-list', '-1', start, '--', FILE)
  return revision && git('cat-file', '-e', `${revision}:${FILE}`) !== undefined ? revision : undefined
}

/** Returns the output of a git command, or undefined when the command fails. */
function git(...command: string[]): string | undefined {
  try {
    return execFileSync('git', command, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1_048_576,
    }).trim()
  } catch {
    return undefined
  }
}
