import type { Declaration } from '../schema/records.ts'
import { kebabCase } from '../text/words.ts'
import { importsOf } from './imports.ts'
import type { Layout } from './layout.ts'

/** Returns the file name of a resource's module. */
export const moduleOf = (resource: string) => `${kebabCase(resource)}.ts`

/** Returns the text of a module: its imports, declarations and code. */
export function moduleText(
  module: string,
  code: string,
  layout: Layout,
  used: ReadonlyMap<string, Declaration>,
): string {
  const declarations = [...used.values()].filter((declaration) => declaration.module === module)
  const text = [...declarations.map((declaration) => declaration.text), code].join('\n')
  return `${importsOf(module, text, layout, used)}\n${text}`
}
