import type { Readable, Writable } from 'node:stream'
import { BridgedService } from './bridged-service.ts'
import { messageIn } from './json-rpc-message.ts'
import { linesOf } from './lines.ts'

export interface BridgeOptions {
  /** URL at which the service serves agents. */
  url: URL
  /** Secret of the API key that the service is called with. */
  key: string
  /** Messages of the agent's program, one on each line. */
  input: Readable
  /** Messages to the agent's program, one on each line. Nothing else is written. */
  output: Writable
}

/** The JSON-RPC response to text that is no message (section 5.1). */
const NO_MESSAGE = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_700, message: 'A line must be one message of JSON-RPC 2.0.' },
}

/**
 * Forwards messages between a program that starts its servers itself, over standard input and output, and a running service (transports, stdio and Streamable
 * HTTP). Resolves when the input has ended and all earlier requests are answered.
 */
export async function bridge({ url, key, input, output }: BridgeOptions): Promise<void> {
  const write = (message: object) => void output.write(`${JSON.stringify(message)}\n`)
  const service = new BridgedService(url, key, write)
  await service.start()
  for await (const line of linesOf(input)) {
    if (line.trim() === '') continue
    const message = messageIn(line)
    if (message) void service.send(message)
    else write(NO_MESSAGE)
  }
  await service.close()
}
