import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client'

/** Returns the JSON-RPC message in a text; undefined for any other text. */
export function messageIn(text: string): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(JSON.parse(text))
  } catch {
    return undefined
  }
}
