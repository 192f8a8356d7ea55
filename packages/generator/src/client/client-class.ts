import type { Application } from '../application.ts'
import { camelCase, comment, pascalCase } from '../text/words.ts'
import { fromOutside, importsOf } from './imports.ts'
import type { Layout } from './layout.ts'
import { moduleOf } from './module.ts'

/** Returns the code of the client's class, with a property for each resource. */
export function clientClass(application: Application, layout: Layout): string {
  const { name, contracts } = application
  const imports = contracts.map(
    (resource) => `import { ${pascalCase(resource.name)}Resource } from './resources/${moduleOf(resource.name)}'\n`,
  )
  const properties = contracts.map(
    (resource) =>
      `${comment(resource.description)}readonly ${camelCase(resource.name)}: ${pascalCase(resource.name)}Resource = new ${pascalCase(resource.name)}Resource(this)\n`,
  )
  const text = `/** The client of ${name}: a property for each resource, with a method for each operation. */
export class ${name} extends Client<EventData> {
${[...properties, constructorOf(application)].join('\n')}}\n`
  const ofEvents = [
    `import type { EventData } from './resources/event-data.ts'\n`,
    `import { EVENT_NAMES } from './resources/event-names.ts'\n`,
    application.product ? '' : `import { ROSTER } from './core/product.ts'\n`,
  ]
  return `${fromOutside(importsOf('', text, layout))}${[...ofEvents, ...imports].join('')}\n${text}`
}

/** Returns the code of the constructor. Without a product, the client has the names and defaults of `Client`. */
function constructorOf({ name, product, basePath = '' }: Application): string {
  const said = product ? JSON.stringify({ name, ...product, basePath }).slice(1, -1) : '...ROSTER'
  return `/** Throws a \`RosterError\` for an invalid option, and says what to change. Sends nothing. */
  constructor(options: ClientOptions) {
    super(options, { ${said}, events: EVENT_NAMES })
  }\n`
}
