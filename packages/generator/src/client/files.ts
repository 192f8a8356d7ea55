import type { Application } from '../application.ts'
import { Records } from '../schema/records.ts'
import { formatted } from '../text/format.ts'
import { kebabCase } from '../text/words.ts'
import { clientClass } from './client-class.ts'
import { errorCodes } from './error-codes.ts'
import { eventData, eventNames } from './events.ts'
import type { Layout } from './layout.ts'
import { moduleOf, moduleText } from './module.ts'
import { takenNames } from './names.ts'
import { outputsOf } from './operation.ts'
import { resourceClass } from './resource-class.ts'

/** Returns the generated files of a client, by their paths in its sources. */
export async function clientFiles(application: Application, layout: Layout): Promise<Map<string, string>> {
  const { name, contracts } = application
  const records = new Records(name, takenNames(application, layout))
  for (const [schema, place] of contracts.flatMap(outputsOf)) records.receive(schema, place)
  const code = new Map<string, string>()
  for (const resource of contracts)
    code.set(moduleOf(resource.name), await resourceClass(resource, application, records))
  code.set('event-data.ts', eventData(contracts, records))
  const used = records.usedBy([...code.values()].join('\n'))

  const files = new Map<string, string>()
  for (const [module, text] of code) files.set(`resources/${module}`, moduleText(module, text, layout, used))
  files.set('resources/error-code.ts', errorCodes(application))
  files.set('resources/event-names.ts', eventNames(contracts, layout))
  files.set('resources/all.ts', everyExport([...code.keys()]))
  files.set(`${kebabCase(name)}.ts`, clientClass(application, layout))
  return finished(files, layout)
}

/** Returns the files, formatted and with the header as their first line. */
export async function finished(files: ReadonlyMap<string, string>, { header }: Layout): Promise<Map<string, string>> {
  const written = new Map<string, string>()
  for (const [path, text] of files) written.set(path, await formatted(path, `${header}\n\n${text}`))
  return written
}

const everyExport = (modules: string[]) => modules.map((module) => `export * from './${module}'\n`).join('')
