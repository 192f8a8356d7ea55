import { VERSION } from '../version.ts'

/** What a client says of itself, and where it finds its service. */
export interface Product {
  /** Name of the client's class, for what errors say. */
  name: string
  /** Value of `User-Agent`, such as `library-client/1.0.0`. */
  userAgent: string
  /** Address of the service unless the client is given another. */
  baseUrl: string
  /** What REST paths begin with, such as `/v1`. Default: nothing. */
  basePath?: string
  /** Names of the events there are, by which misspelt ones are found before they are sent. Default: the service finds them. */
  events?: readonly string[]
}

export const ROSTER: Product = {
  name: 'Roster',
  userAgent: `roster-sdk/${VERSION}`,
  baseUrl: 'http://localhost:3000',
  basePath: '/v1',
}
