import { type Declaration, namesUsedIn } from '../schema/records.ts'
import type { Layout } from './layout.ts'

/** Returns the imports for the names in a module's code: names of the runtime, and types that other modules declare. */
export function importsOf(
  module: string,
  text: string,
  { runtime }: Layout,
  used: ReadonlyMap<string, Declaration> = new Map(),
): string {
  const imports = new Map<string, string[]>()
  const mentioned = namesUsedIn(text)
  for (const [from, names] of Object.entries(runtime))
    imports.set(
      from,
      names.filter((name) => mentioned.has(name.replace('type ', ''))),
    )
  for (const [name, declaration] of used)
    if (declaration.module !== module && mentioned.has(name))
      imports.set(`./${declaration.module}`, [...(imports.get(`./${declaration.module}`) ?? []), `type ${name}`])
  return [...imports].map(([from, names]) => importOf(from, names)).join('')
}

function importOf(from: string, names: string[]): string {
  if (names.length === 0) return ''
  const areTypes = names.every((name) => name.startsWith('type '))
  const list = names.map((name) => (areTypes ? name.replace('type ', '') : name)).join(', ')
  return `import ${areTypes ? 'type ' : ''}{ ${list} } from '${from}'\n`
}

/** Returns the imports for a module next to the folder of resources. */
export const fromOutside = (imports: string) => imports.replaceAll("from '../", "from './")
