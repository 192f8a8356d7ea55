import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/client'

/** The message that a text is; undefined for any other text. */
export function messageIn(text: string): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(JSON.parse(text))
  } catch {
    return undefined
  }
}
