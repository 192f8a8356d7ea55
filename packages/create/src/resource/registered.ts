import { Refusal } from '../ending.ts'
import type { ResourceName } from './resource-name.ts'

/** The imports at the beginning of a module. */
const IMPORTS = /(?:^import [^;]*?from '[^']*'\n)+/m

/** The beginning of the list of resources, one on each line. */
const RESOURCES = /^( *)resources: \{\n/m

/**
 * Returns the text of an application's module with one more resource, which is the first: the last may have no comma after it. Throws `Refusal` when the module
 * is not written like the template's, or uses the name already.
 */
export function registered(application: string, { plural: { camel, kebab } }: ResourceName): string {
  if (!IMPORTS.test(application) || !RESOURCES.test(application))
    throw new Refusal(
      'src/application.ts has no imports and no `resources: {` with a line for each. Write it so, and no line has to be added by hand.',
    )
  if (RegExp(`\\b${camel}\\b`).test(codeOf(application)))
    throw new Refusal(`src/application.ts has something called ${camel} already. Choose another name.`)
  return application
    .replace(IMPORTS, (imports) => `${imports}import { ${camel} } from './${kebab}/${kebab}.ts'\n`)
    .replace(RESOURCES, (resources, indent: string) => `${resources}${indent}  ${camel},\n`)
}

/** Returns a text without its comments and without what stands in quotes. */
const codeOf = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|\/\/.*|'[^'\n]*'/g, '')
