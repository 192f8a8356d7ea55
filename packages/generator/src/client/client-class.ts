import type { Application } from '../application.ts'
import { camelCase, comment, pascalCase } from '../text/words.ts'
import { fromOutside, importsOf } from './imports.ts'
import type { Layout } from './layout.ts'
import { moduleOf } from './module.ts'

/** The class of the client: a property for each resource. */
export function clientClass(application: Application, layout: Layout): string {
  const { name, contracts } = application
  const imports = contracts.map(
    (resource) => `import { ${pascalCase(resource.name)}Resource } from './resources/${moduleOf(resource.name)}'\n`,
  )
  const properties = contracts.map(
    (resource) =>
      `${comment(resource.description)}readonly ${camelCase(resource.name)}: ${pascalCase(resource.name)}Resource = new ${pascalCase(resource.name)}Resource(this)\n`,
  )
  const text = `/** The client of ${name}: a property for each resource, and on it a method for each operation. */
export class ${name} extends Client {
${[...properties, constructorOf(application)].join('\n')}}\n`
  return `${fromOutside(importsOf('', text, layout))}${imports.join('')}\n${text}`
}

/** A client that says nothing of itself is made as `Client` is. */
function constructorOf({ name, product }: Application): string {
  if (!product) return ''
  return `/** Throws a \`RosterError\` that says what to change when an option cannot be used. Nothing is sent yet. */
  constructor(options: ClientOptions) {
    super(options, ${JSON.stringify({ name, ...product })})
  }\n`
}
