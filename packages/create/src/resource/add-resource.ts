import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../ending.ts'
import { namesIn, readFiles, writeFiles } from '../files.ts'
import { capitalized } from '../text/forms.ts'
import { prefixFor } from './prefix.ts'
import { registered } from './registered.ts'
import { patternFiles, resourceFiles, wordsOf } from './resource-files.ts'
import { resourceNameOf } from './resource-name.ts'
import { requireOwnSchemas } from './schema-names.ts'

const REGISTRATION = 'src/application.ts'

/**
 * Adds a resource to the application in a folder: contract, table, operations, rules, a test, a migration and a line of registration. The
 * arguments are the plural of the name and, if it cannot be derived, the singular. Returns a text about the result. Throws `Refusal`, and
 * writes nothing, when the name is unusable or the folder has no application.
 */
export async function addResource(folder: string, given: readonly string[], now = new Date()): Promise<string> {
  const pattern = await patternFiles()
  const name = resourceNameOf(given, wordsOf(pattern))
  const { kebab, camel } = name.plural
  const application = await readFile(join(folder, REGISTRATION), 'utf8').catch(() => {
    throw new Refusal(`There is no ${REGISTRATION} here. Run this in the folder of an application.`)
  })
  if ((await namesIn(join(folder, 'src'))).includes(kebab))
    throw new Refusal(`There is a folder src/${kebab} already. Choose another name.`)
  const sources = [...(await readFiles(join(folder, 'src'))).values()]
  requireOwnSchemas(name, sources, application)
  const prefix = prefixFor(name, sources)
  const files = resourceFiles(pattern, { ...name, prefix, now })
  await writeFiles(folder, new Map([...files, [REGISTRATION, registered(application, name)]]))
  const taken = given.length === 1 ? ` One of them is called ${name.singular.plain}.` : ''
  return `${capitalized(name.plural.plain)} are in src/${kebab}, in a migration, and as one line in ${REGISTRATION}. The client has them as ${camel}.${taken}`
}
