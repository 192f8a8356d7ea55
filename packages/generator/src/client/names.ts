import { bodyComponent, CLIENT_MODULES, type Resource } from '@roster/core/contract'
import type { Application } from '../application.ts'
import { KEYWORDS } from '../text/keywords.ts'
import { pascalCase, typeName } from '../text/words.ts'
import type { Layout } from './layout.ts'
import { moduleOf } from './module.ts'
import { operationsOf } from './operation.ts'

/** Returns the names that the code of a client uses, without the name of its class. Throws if two of these names, or one of them and the class, are equal. */
export function takenNames({ name, contracts }: Application, { runtime, exported }: Layout): ReadonlySet<string> {
  const ofRuntime = [...Object.values(runtime).flat(), ...exported].map((one) => one.replace('type ', ''))
  const taken = new Set([...ofRuntime, ...BUILT_IN])
  for (const resource of contracts)
    if (CLIENT_MODULES.map(moduleOf).includes(moduleOf(resource.name)))
      throw new Error(
        `The resource ${resource.name} would be written to ${moduleOf(resource.name)}, where its client has something else. Call it otherwise.`,
      )
  for (const made of contracts.flatMap(namesOf)) {
    if (taken.has(made))
      throw new Error(
        `Two parts of the client are called ${made}, which resources and operations give their names to. Call one of them otherwise.`,
      )
    taken.add(made)
  }
  if (taken.has(name) || ENTRIES.has(moduleOf(name)))
    throw new Error(
      `The application is called ${name}, and its client has another use for that name. Call it otherwise.`,
    )
  return taken
}

/** Names of the language that no type can have or that clients use, and names that every client declares. */
const BUILT_IN = KEYWORDS.concat(
  'any bigint boolean never null number object string symbol undefined unknown'.split(' '),
  'Record Promise EventData EventName ErrorCode ErrorCodes'.split(' '),
)

/** Modules next to the module of the client's class. */
const ENTRIES: ReadonlySet<string> = new Set(['errors.ts', 'index.ts'])

/** Returns the names that are derived from a resource and its operations. */
const namesOf = (resource: Resource): string[] =>
  operationsOf(resource)
    .flatMap(({ name, body, parameters, pathNames }) => {
      const hasQuery = Object.keys(parameters.shape).length > pathNames.length
      return [body && bodyComponent(name), hasQuery && `${typeName(name)}Query`]
    })
    .concat(`${pascalCase(resource.name)}Resource`)
    .filter((name) => typeof name === 'string')
