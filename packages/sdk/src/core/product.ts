import { VERSION } from '../version.ts'

/** Names and defaults of a client and its service. */
export interface Product {
  /** Name of the client's class, for error messages. */
  name: string
  /** Value of `User-Agent`, such as `library-client/1.0.0`. */
  userAgent: string
  /** Default base URL of the service. */
  baseUrl: string
  /** Prefix of REST paths, such as `/v1`. Default: none. */
  basePath?: string
  /** Names of all events. The client rejects other names before it sends them. Default: only the service checks names. */
  events?: readonly string[]
}

export const ROSTER: Product = {
  name: 'Roster',
  userAgent: `roster-sdk/${VERSION}`,
  baseUrl: 'http://localhost:3000',
  basePath: '/v1',
}
