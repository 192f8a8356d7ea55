import type { Credential } from '../credentials/credential.ts'
import type { Limits } from './settings.ts'

/** One call, ready to send. Every attempt sends the same bytes. */
export interface Call {
  method: string
  url: string
  /** Path in the form of the API reference, such as `/v1/users/{user_id}`. */
  route: string
  /** Header values by name in lower case. */
  headers: Record<string, string>
  body: string | undefined
  credential: Credential | undefined
  /** Whether sending the call twice has no other effect than sending it once. If not, it is retried only where the service did nothing, as with 429. */
  isRepeatable: boolean
  limits: Limits
  signal: AbortSignal | undefined
}

/** Returns the name of a call for error messages, such as `GET /v1/users`. */
export const nameOf = ({ method, url }: Call) => `${method} ${url.replace(/^\w+:\/\/[^/]*|\?.*$/g, '')}`
