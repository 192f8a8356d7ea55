import type { AnyOperation, FileOperation } from '@roster/core/contract'
import { filled } from './location.ts'

/** Addresses and names of an application that documentation uses as examples. */
export interface ExampleAddresses {
  /** Without a trailing slash. */
  baseUrl: string
  /** Path that a problem happens at. */
  path: string
  /** Address of a list. */
  list: string
  /** Address of a record that was made. */
  record: string
  /** Name of a file that is downloaded. */
  filename: string
}

/** The first list, the first record and the first file that operations are about; the root where there is none. */
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

/** Where the example of what an operation makes would be. */
function exampleLocation({ location, output }: AnyOperation): string[] {
  const [example] = output?.meta()?.examples ?? []
  return location === undefined || example === undefined ? [] : [filled(location, example as Record<string, unknown>)]
}
