import type { AnyOperation, FileOperation } from '@roster/core/contract'
import { filled } from './location.ts'

/** Addresses and names of an application that documentation uses as examples. */
export interface ExampleAddresses {
  /** Without a trailing slash. */
  baseUrl: string
  /** Path of an example problem. */
  path: string
  /** Address of a list. */
  list: string
  /** Address of a new record. */
  record: string
  /** Name of a file that is downloaded. */
  filename: string
}

/** Returns the addresses of the first list, the first record and the first file of the operations; of the root where there is none. */
export function exampleAddressesOf(
  operations: readonly (AnyOperation | FileOperation)[],
  baseUrl: string,
): ExampleAddresses {
  const { path } = operations.find(({ method, pathNames }) => method === 'GET' && pathNames.length === 0) ?? ROOT
  const record = operations.flatMap(exampleLocation)[0] ?? ROOT.path
  const filename =
    operations.flatMap((operation) => ('filename' in operation ? operation.filename : []))[0] ?? 'download'
  return { baseUrl, path, list: baseUrl + path, record: baseUrl + record, filename }
}

const ROOT = { path: '/' }

/** Returns the path of the example record that an operation makes; empty when there is none. */
function exampleLocation({ location, output }: AnyOperation): string[] {
  const [example] = output?.meta()?.examples ?? []
  return location === undefined || example === undefined ? [] : [filled(location, example as Record<string, unknown>)]
}
