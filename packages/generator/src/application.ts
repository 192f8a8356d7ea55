import type { Resource } from '@roster/api'

/** A kind of error, as far as clients are told of it. */
export interface ErrorKind {
  /** HTTP status code. */
  status: number
  title: string
  /** What happened, for any occurrence of this error. */
  description: string
}

/** What a client says of itself, and where it finds its service. */
export interface Product {
  /** Value of `User-Agent`, such as `library-client/1.0.0`. */
  userAgent: string
  /** Address of the service unless the client is given another. */
  baseUrl: string
}

/** An application, as far as its client follows from it. */
export interface Application {
  /** Name of the class of its client, such as `Library`. */
  name: string
  /** The contracts of its resources. */
  contracts: readonly Resource[]
  /** Every kind of error that its operations can answer with, by its code. */
  errors: Readonly<Record<string, ErrorKind>>
  /** Default: what `Client` says of itself. */
  product?: Product
}
