import type { APIError } from './api-errors.ts'

/** An API error with `code` narrowed to the codes of one API. */
export type ErrorOf<E extends APIError, Code extends string> = Omit<E, 'code'> & {
  /** Code of the error; undefined when a proxy or gateway responded in place of the service. */
  readonly code: Code | undefined
}

/** The class of an `ErrorOf` error. */
export interface ErrorClassOf<E extends APIError, Code extends string> {
  new (...parameters: ConstructorParameters<typeof APIError>): ErrorOf<E, Code>
  readonly prototype: ErrorOf<E, Code>
}
