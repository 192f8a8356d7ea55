import { isJSONRPCErrorResponse, SdkHttpError } from '@modelcontextprotocol/client'
import { messageIn } from './json-rpc-message.ts'

/** A JSON-RPC error: why a request has no result. */
export interface Refusal {
  code: number
  message: string
  data?: unknown
}

/** Code of errors without a code of their own. */
const OTHER = -32_000

export const BROKEN: Refusal = {
  code: OTHER,
  message: 'The connection broke before the answer had come. Send the request again.',
}

/** Returns the error that the service answered with, or one that says why the service cannot be called. */
export function refusalOf(error: unknown, url: URL): Refusal {
  if (!(error instanceof SdkHttpError))
    return { code: OTHER, message: `Nothing answers at ${url.href}. Start the service there, or name its address.` }
  const answer = messageIn(String(error.data.text).replace('"id":null', '"id":0'))
  if (answer && isJSONRPCErrorResponse(answer)) return answer.error
  const hint = error.status === 404 ? ' Switch the setting MCP of the service on.' : ''
  return { code: OTHER, message: `${url.href} answers with ${error.status}, and not as a service for agents.${hint}` }
}
