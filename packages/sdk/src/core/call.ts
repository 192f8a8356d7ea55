import type { Credential } from '../credentials/credential.ts'
import type { Limits } from './settings.ts'

/** One call, whole and ready to be sent as often as it takes: every attempt sends the same bytes. */
export interface Call {
  method: string
  url: string
  /** Path of the API reference. */
  route: string
  /** By name in lower case. */
  headers: Record<string, string>
  body: string | undefined
  credential: Credential | undefined
  /** Whether sending it twice has no other effect than sending it once. If not, it is sent again only where nothing was done, as 429 says. */
  isRepeatable: boolean
  limits: Limits
  signal: AbortSignal | undefined
}

/** A call as error messages name it, such as `GET /v1/users`. */
export const nameOf = ({ method, url }: Call) => `${method} ${url.replace(/^\w+:\/\/[^/]*|\?.*$/g, '')}`
