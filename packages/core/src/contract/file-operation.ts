import type { ErrorKind } from './error-kind.ts'
import type { ErrorCode } from './errors.ts'
import { type AnyOperation, type Deprecation, operation, type Shape } from './operation.ts'

/** An operation that answers with a file, whole or in ranges. Only REST offers it: the other protocols have no ranges. */
export type FileOperation = AnyOperation & {
  /** Media types that the file may have, each with the beginning of such a file as an example. */
  readonly media: Readonly<Record<string, string>>
  /** A name that such a file may have, as an example. */
  readonly filename: string
}

interface FileSpec<Params extends Shape> {
  path: string
  summary: string
  description: string
  scope: string
  params: Params
  media: Readonly<Record<string, string>>
  /** A name that such a file may have, as an example. Default: `download`. */
  filename?: string
  errors: readonly (ErrorCode | ErrorKind)[]
  /** Dates of deprecation and removal, and the page that names the replacement. */
  deprecated?: Deprecation
}

/** Describes the download of a file. The resource sets its `name`. Throws an `Error` when there is no media type. */
export function fileOperation<Params extends Shape>(spec: FileSpec<Params>) {
  const { media, filename = 'download', ...rest } = spec
  if (Object.keys(media ?? {}).length === 0)
    throw new Error(`GET ${spec.path} has no \`media\`. Name each media type of the file, with a beginning of one.`)
  return { ...operation({ ...rest, method: 'GET', status: 200 }), media, filename }
}

/** Returns whether an operation answers with a file. */
export const isFile = (one: AnyOperation): one is FileOperation => 'media' in one
