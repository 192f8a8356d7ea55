import { VERSION } from '../version.ts'

/** What a client says of itself, and where it finds its service. */
export interface Product {
  /** Name of the client's class, for what errors say. */
  name: string
  /** Value of `User-Agent`, such as `library-client/1.0.0`. */
  userAgent: string
  /** Address of the service unless the client is given another. */
  baseUrl: string
}

export const ROSTER: Product = {
  name: 'Roster',
  userAgent: `roster-sdk/${VERSION}`,
  baseUrl: 'http://localhost:3000',
}
