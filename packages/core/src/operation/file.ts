import type { Context } from './context.ts'
import type { FileOperation } from '../contract/file-operation.ts'
import type { ParametersOf } from '../contract/operation.ts'
import type { Principal } from '../contract/principal.ts'
import { Action } from './action.ts'
import { findable } from './no-nul.ts'
import { requirePresent } from '../access/presence.ts'
import { requireScope } from '../access/scope.ts'
import { validated } from '../validation/validation.ts'

/** A file that never changes, and how to read it. */
export interface StoredFile {
  /** Size in bytes. */
  size: number
  /** SHA-256 of the content, in hexadecimal. */
  sha256: string
  contentType: string
  /** Name under which the file is saved. */
  filename: string
  /** Time when the file was finished, as an ISO timestamp. */
  lastModified: string
  /** Returns the bytes from `start` to before `end`, a piece at a time. */
  read(start: number, end: number): AsyncIterable<Uint8Array>
}

/** A download that can be served. */
export interface FilePerformer {
  readonly operation: FileOperation
  /** Checks scope, parameters and the caller's right to the file, in this order, and returns the file. */
  readonly find: (context: Context, principal: Principal, parameters: unknown) => Promise<StoredFile>
}

/** Joins a download of the contract to the function that finds its file. */
export function onFile<O extends FileOperation>(
  operation: O,
  find: (action: Action<ParametersOf<O>>) => Promise<StoredFile>,
): FilePerformer {
  return {
    operation,
    async find(context, principal, parameters) {
      requirePresent(principal)
      requireScope(operation, principal)
      return find(new Action(context, principal, findable(validated(operation.parameters, parameters, 'parameters'))))
    },
  }
}
