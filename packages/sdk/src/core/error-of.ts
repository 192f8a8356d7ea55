import type { APIError } from './api-errors.ts'

/** An error of this package whose `code` is one of those of an API. */
export type ErrorOf<E extends APIError, Code extends string> = Omit<E, 'code'> & {
  /** Which error it is; undefined when something between client and service answered. */
  readonly code: Code | undefined
}

/** The class of such errors. */
export interface ErrorClassOf<E extends APIError, Code extends string> {
  new (...parameters: ConstructorParameters<typeof APIError>): ErrorOf<E, Code>
  readonly prototype: ErrorOf<E, Code>
}
