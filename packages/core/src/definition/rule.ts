import type { AnyOperation } from '../contract/operation.ts'
import { operationsOf, type Resource } from '../contract/resource.ts'
import type { Definition } from './definition.ts'

/** A check of a definition. Returns a message for each fault that keeps an application from being served; it says what is wrong and what to change. */
export type Rule = (definition: Definition) => string[]

/** The contracts of some resources. */
export const contractsIn = (described: Definition['own']): Resource[] =>
  Object.values(described).map(({ contract }) => contract)

/** The operations of some resources. */
export const operationsIn = (described: Definition['own']): AnyOperation[] =>
  contractsIn(described).flatMap(operationsOf)

/** The contracts of all resources, those of the application first. */
export const contracts = ({ own, core }: Definition): Resource[] => [...contractsIn(own), ...contractsIn(core)]

/** Every operation of the application and the core. */
export const operations = ({ own, core }: Definition): AnyOperation[] => [...operationsIn(own), ...operationsIn(core)]

/** Returns a message for each thing that shares with an earlier one what should differ. */
export function doubles<Thing>(
  things: readonly Thing[],
  sharedOf: (thing: Thing) => string,
  fault: (one: Thing, other: Thing, shared: string) => string,
): string[] {
  const groups = Map.groupBy(things, sharedOf)
  return [...groups].flatMap(([shared, [first, ...others]]) => others.map((other) => fault(first!, other, shared)))
}
