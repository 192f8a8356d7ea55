import type { Declaration } from '../schema/records.ts'
import { kebabCase } from '../text/words.ts'
import { importsOf } from './imports.ts'
import type { Layout } from './layout.ts'

/** The module of a resource. */
export const moduleOf = (resource: string) => `${kebabCase(resource)}.ts`

/** A module with what it imports and declares. */
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
