import type { Resource } from '@roster/api'
import { errors } from './errors.ts'
import { formatted } from './format.ts'
import { methodsOf } from './method.ts'
import { mockFiles } from './mock-files.ts'
import { bodyType, described, operationsOf, queryType } from './operation.ts'
import { type Declaration, mentions, Records } from './records.ts'
import { membersOf, typeOf } from './types.ts'
import { camelCase, comment, kebabCase, pascalCase } from './words.ts'

const GENERATED = '// Written from the contract by `npm run generate:sdk`.\n\n'

/** Folders that hold nothing else than what follows from a contract. */
export const GENERATED_FOLDERS = ['resources/', 'testing/contract/', 'testing/copied/']

/** Names that generated code takes from the hand-written part. */
const CORE: Record<string, string[]> = {
  '../core/actor.ts': ['type Actor'],
  '../core/response.ts': ['type APIPromise'],
  '../core/byte-source.ts': ['type Bytes'],
  '../core/download.ts': ['download', 'type DownloadOptions'],
  '../core/event.ts': ['type RosterEvent'],
  '../core/list.ts': ['List', 'type PageBody', 'type Selected'],
  '../core/options.ts': [
    'type ChangeOptions',
    'type ConditionalReadOptions',
    'type ReadOptions',
    'type RequestOptions',
  ],
  '../core/resource.ts': ['Resource'],
  '../core/wait.ts': ['waitFor', 'type WaitOptions'],
}

/** The files of the client that follow from a contract, by their path in its sources. */
export async function sdkFiles(resources: readonly Resource[]): Promise<Map<string, string>> {
  const records = new Records()
  const code = new Map<string, string>()
  for (const resource of resources) code.set(moduleOf(resource.name), await classOf(resource, records))
  code.set('event-data.ts', eventData(resources, records))
  const used = records.usedBy([...code.values()].join('\n'))

  const files = new Map<string, string>()
  for (const [module, text] of code) files.set(`resources/${module}`, moduleText(module, text, used))
  files.set('resources/error-code.ts', errorCodes())
  files.set('resources/event-names.ts', eventNames(resources))
  files.set('resources/all.ts', everyExport([...code.keys()]))
  files.set('roster.ts', rosterClass(resources))
  for (const [path, text] of await mockFiles(resources)) files.set(path, text)
  for (const [path, text] of files) files.set(path, await formatted(path, GENERATED + text))
  return files
}

const moduleOf = (resource: string) => `${kebabCase(resource)}.ts`

/** The class of a resource, with the types of what its methods take. */
async function classOf(resource: Resource, records: Records): Promise<string> {
  const module = moduleOf(resource.name)
  const all = operationsOf(resource).map((operation) => described(operation, resource, records, module))
  const inputs = all.flatMap((one) => {
    const about = `of \`${one.operation.name}\`.`
    return [
      ...(one.body ? [`/** Body ${about} */\nexport interface ${bodyType(one)} {\n${membersOf(one.body)}}\n`] : []),
      ...(one.query ? [`/** Query ${about} */\nexport interface ${queryType(one)} {\n${membersOf(one.query)}}\n`] : []),
    ]
  })
  const methods = await Promise.all(all.map(methodsOf))
  return `${inputs.join('\n')}
${comment(resource.description)}export class ${pascalCase(resource.name)}Resource extends Resource {
  ${methods.join('\n')}
}\n`
}

/** A module with what it imports and declares. */
function moduleText(module: string, code: string, used: ReadonlyMap<string, Declaration>): string {
  const declarations = [...used.values()].filter((declaration) => declaration.module === module)
  const text = [...declarations.map((declaration) => declaration.text), code].join('\n')
  return `${importsOf(module, text, used)}\n${text}`
}

function importsOf(module: string, text: string, used: ReadonlyMap<string, Declaration>): string {
  const imports = new Map<string, string[]>()
  for (const [from, names] of Object.entries(CORE))
    imports.set(
      from,
      names.filter((name) => mentions(text, name.replace('type ', ''))),
    )
  for (const [name, declaration] of used)
    if (declaration.module !== module && mentions(text, name))
      imports.set(`./${declaration.module}`, [...(imports.get(`./${declaration.module}`) ?? []), `type ${name}`])
  return [...imports].map(([from, names]) => importOf(from, names)).join('')
}

function importOf(from: string, names: string[]): string {
  if (names.length === 0) return ''
  const areTypes = names.every((name) => name.startsWith('type '))
  const list = names.map((name) => (areTypes ? name.replace('type ', '') : name)).join(', ')
  return `import ${areTypes ? 'type ' : ''}{ ${list} } from '${from}'\n`
}

/** What events carry, by their names. */
function eventData(resources: readonly Resource[], records: Records): string {
  const members = resources
    .flatMap(({ events }) => Object.entries(events))
    .map(([name, { description, data }]) => {
      const schema = records.schemaOf(data, 'output', 'event-data.ts')
      return `${comment(description)}'${name}': ${typeOf(schema)}\n`
    })
  return `/** What each event carries in \`data\`, by its name. */\nexport interface EventData {\n${members.join('')}}\n`
}

/** The same names for programs. */
function eventNames(resources: readonly Resource[]): string {
  const names = resources.flatMap(({ events }) => Object.keys(events))
  return `import type { EventName } from '../core/event.ts'

/** Names of the events there are. */
export const EVENT_NAMES: readonly EventName[] = ${JSON.stringify(names)}\n`
}

function errorCodes(): string {
  const members = Object.entries(errors).map(([code, { status, description }]) => ({
    code,
    doc: comment(`${status}. ${description}`),
  }))
  return `/** Why a request failed. More may be added. */
export type ErrorCode = keyof ErrorCodes

/** Every error code, with its status and what it means. */
export interface ErrorCodes {
${members.map(({ code, doc }) => `${doc}'${code}': ${errors[code]!.status}\n`).join('')}}\n`
}

const everyExport = (modules: string[]) => modules.map((module) => `export * from './${module}'\n`).join('')

function rosterClass(resources: readonly Resource[]): string {
  const imports = resources.map(
    ({ name }) => `import { ${pascalCase(name)}Resource } from './resources/${moduleOf(name)}'\n`,
  )
  const properties = resources.map(
    ({ name, description }) =>
      `${comment(description)}readonly ${camelCase(name)}: ${pascalCase(name)}Resource = new ${pascalCase(name)}Resource(this)\n`,
  )
  return `import { Client } from './core/client.ts'
${imports.join('')}
/** The client of Roster: a property for each resource, and on it a method for each operation. */
export class Roster extends Client {
${properties.join('\n')}}\n`
}
