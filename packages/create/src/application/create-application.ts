import { basename, relative, resolve } from 'node:path'
import { Refusal } from '../ending.ts'
import { namesIn, writeFiles } from '../files.ts'
import { applicationFiles } from './application-files.ts'
import { requireApplicationName } from './application-name.ts'

const DEFAULT_NAME = 'my-api'

/**
 * Writes a new application into the folder that the arguments name, by default `my-api`, and returns what to do next. Throws `Refusal` when the name is
 * unusable, or the folder is not empty.
 */
export async function createApplication(given: readonly string[]): Promise<string> {
  const [path = DEFAULT_NAME, ...more] = given
  if (more.length > 0 || path.startsWith('-'))
    throw new Refusal(`Say one name and nothing else, as in npm create @roster ${DEFAULT_NAME}.`)
  const folder = resolve(path)
  const name = basename(folder)
  requireApplicationName(name)
  const there = (await namesIn(folder)).filter((entry) => entry !== '.git')
  if (there.length > 0)
    throw new Refusal(`${path} has something in it already, such as ${there[0]}. Choose a folder that is empty or new.`)
  await writeFiles(folder, await applicationFiles(name))
  return nextSteps(name, relative(process.cwd(), folder))
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
