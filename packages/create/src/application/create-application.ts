import { basename, relative, resolve } from 'node:path'
import { Refusal } from '../ending.ts'
import { namesIn, writeFiles } from '../files.ts'
import { applicationFiles } from './application-files.ts'
import { requireApplicationName } from './application-name.ts'

const DEFAULT_NAME = 'my-api'

/** The name of a package with its scope, such as `@acme/my-api`. */
const SCOPED = /^(@[^/]+\/)([^/]+)$/

/** What a folder may have that counts as empty: a repository, and what the Finder leaves behind. */
const OF_NO_COUNT: ReadonlySet<string> = new Set(['.git', '.DS_Store'])

/**
 * Writes a new application into the folder that the arguments name, by default `my-api`, and returns what to do next. Throws `Refusal` when the name is
 * unusable, or the folder is not empty.
 */
export async function createApplication(given: readonly string[]): Promise<string> {
  const [path = DEFAULT_NAME, ...more] = given
  if (more.length > 0 || path.startsWith('-'))
    throw new Refusal(`Say one name and nothing else, as in npm create @roster ${DEFAULT_NAME}.`)
  const [, scope, unscoped] = SCOPED.exec(path) ?? []
  if (scope !== undefined)
    throw new Refusal(
      `An application is created without a scope: say ${unscoped}, and put ${scope} before the name in its package.json.`,
    )
  const folder = resolve(path)
  const name = basename(folder)
  requireApplicationName(name)
  await requireEmpty(path)
  await writeFiles(folder, await applicationFiles(name))
  return nextSteps(name, relative(process.cwd(), folder))
}

async function requireEmpty(path: string): Promise<void> {
  const first = (await namesIn(path)).find((name) => !OF_NO_COUNT.has(name))
  if (first !== undefined)
    throw new Refusal(`${path} has something in it already, such as ${first}. Choose a folder that is empty or new.`)
}

function nextSteps(name: string, folder: string): string {
  return [
    `Wrote ${name}${folder === '' ? '' : ` to ${folder}`}. What to do next:`,
    '',
    ...(folder === '' ? [] : [`  cd ${folder}`]),
    '  npm install',
    '  npm start',
    '',
    'README.md describes the files, and how to add a resource.',
  ].join('\n')
}
