import type { AnyOperation } from '../contract/operation.ts'
import { operationsByName, type Resource } from '../contract/resource.ts'
import type { StreamOperation } from '../contract/stream-operation.ts'
import type { AnyEntity } from '../data/driver.ts'
import type { FilePerformer } from './file.ts'
import type { Performer } from './performer.ts'
import type { TypedProcedure } from './procedure.ts'
import type { StreamPerformer } from './stream.ts'

/** An implemented resource: its contract, its tables, and a procedure for each of its operations. */
export interface Implementation<Procedures> {
  readonly contract: Resource
  readonly entities: readonly AnyEntity[]
  readonly procedures: Procedures
  /** Performers of the operations that only REST offers. */
  readonly rest: readonly Performer[]
  readonly files: readonly FilePerformer[]
}

/** An implemented resource, by the type of its contract. */
export type ImplementationOf<R extends Resource<any, any>> = Implementation<{
  [Name in keyof R['operations']]: TypedProcedure<R['operations'][Name]>
}>

type FilesOf<R extends Resource> = R extends { files: infer Files }
  ? { files: Record<keyof Files, FilePerformer> }
  : { files?: undefined }

type RestOf<R extends Resource> = R extends { rest: infer Rest }
  ? { rest: Record<keyof Rest, Performer> }
  : { rest?: undefined }
type PerformersOf<Operations extends Record<string, AnyOperation>> = {
  [Name in keyof Operations]: Operations[Name] extends StreamOperation ? StreamPerformer : Performer
}

/**
 * Joins a contract to the procedures of its operations, and to its tables. An operation without a procedure is a type error, and so is a download without its
 * function. Throws an `Error` when `entities` is no list, and when an operation has no procedure, or has that of another one.
 */
export function implement<R extends Resource<any, any>, Procedures extends PerformersOf<R['operations']>>(
  contract: R,
  parts: { entities: readonly AnyEntity[]; procedures: Procedures } & FilesOf<R> & RestOf<R>,
): Implementation<Procedures> {
  const { entities, procedures, rest = {}, files = {} } = parts
  if (!Array.isArray(entities))
    throw new Error(`${contract.name} has no \`entities\`. Give it [] where it keeps no tables.`)
  const performers: Readonly<Record<string, Pick<Performer, 'operation'>>> = { ...procedures, ...rest, ...files }
  for (const key of Object.keys({ ...operationsByName(contract), ...performers })) {
    const name = `${contract.name}.${key}`
    const operation = performers[key]?.operation
    if (!operation) throw new Error(`${name} has no procedure. Give it \`on\` of its operation.`)
    if (operation.name !== name)
      throw new Error(`${name} is done by what does ${operation.name}. Give it \`on\` of its own operation.`)
  }
  return { contract, entities, procedures, rest: Object.values(rest), files: Object.values(files) }
}

type ProceduresOf<Resources extends Record<string, Implementation<unknown>>> = {
  [Name in keyof Resources]: Resources[Name]['procedures']
}

/** Returns the procedures of several resources, as the record that a tRPC router is made of. */
export function proceduresOf<Resources extends Record<string, Implementation<any>>>(
  resources: Resources,
): ProceduresOf<Resources> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, { procedures }]) => [name, procedures]),
  ) as ProceduresOf<Resources>
}
