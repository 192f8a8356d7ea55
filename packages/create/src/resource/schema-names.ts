import { Refusal } from '../ending.ts'
import { formsOf } from '../text/forms.ts'
import { NAMES_OF_CORE } from './reserved.ts'
import type { ResourceName } from './resource-name.ts'

/** Returns the names of a record's schema and of the schemas that are derived from it. */
const schemasOf = (record: string) => [record, `Selected${record}`, `${record}Page`, `${record}CursorPage`]

const OF_CORE = Array.from(NAMES_OF_CORE, (name) => formsOf(name.replaceAll('_', '-')).pascal)

/**
 * Throws `Refusal` when a schema of a new resource would have the name of another, in the core, in these sources or in the client of the application that its
 * module (`application`) defines.
 */
export function requireOwnSchemas({ singular }: ResourceName, sources: readonly string[], application: string): void {
  const schemas = ['Pagination', ...OF_CORE, ...sources.flatMap(schemasIn)].flatMap(schemasOf)
  const taken = new Set([...schemas, ...namesOfClient(application)])
  const name = schemasOf(singular.pascal).find((one) => taken.has(one))
  if (name !== undefined)
    throw new Refusal(
      `"${singular.kebab}" cannot be the name of a resource: another schema would be called ${name} as well. Choose another one.`,
    )
}

/** Returns the names of the class and of the events in the client of an application. */
const namesOfClient = (application: string) =>
  Array.from(application.matchAll(/\bname: '([A-Z]\w*)'/g), ([, name]) => name!).flatMap((name) => [
    name,
    `${name}Event`,
    `${name}EventOf`,
  ])

/** Returns the names that a source gives to schemas. */
const schemasIn = (source: string) => Array.from(source.matchAll(/\bid: '([A-Z]\w*)'/g), ([, name]) => name!)
