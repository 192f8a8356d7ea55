import type { Readable, Writable } from 'node:stream'
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { linesOf } from './lines.ts'

export interface BridgeOptions {
  /** Where agents reach the service. */
  url: URL
  /** Secret of the API key that the service is called with. */
  key: string
  /** What the agent's program writes: a message a line. */
  input: Readable
  /** What it reads. Nothing but messages is written. */
  output: Writable
}

/** How long answers are waited for that are due when the agent has gone, in milliseconds. */
const PATIENCE = 10_000

/**
 * Carries messages between a program that starts its servers itself, over standard input and output, and a service that runs (transports, stdio and
 * Streamable HTTP). Resolves when the input has ended, and what was asked before is answered.
 */
export async function bridge({ url, key, input, output }: BridgeOptions): Promise<void> {
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'x-api-key': key } } })
  const open = new Map<RequestId, Opened>()
  const write = (message: JSONRPCMessage) => void output.write(`${JSON.stringify(message)}\n`)

  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is no event target
  transport.onmessage = (message) => {
    if ('id' in message && message.id !== undefined) settle(message.id)
    // The revision that was agreed on is named by every request from then on.
    const { protocolVersion } = ('result' in message ? message.result : {}) as { protocolVersion?: string }
    if (protocolVersion !== undefined) transport.setProtocolVersion(protocolVersion)
    write(message)
  }

  function settle(id: RequestId): void {
    open.get(id)?.answered()
    open.delete(id)
  }

  /** Answers a request that the service has not answered. */
  function refuse(id: RequestId, error: Refusal): void {
    if (!open.has(id)) return
    settle(id)
    write({ jsonrpc: '2.0', id, error })
  }

  async function relay(line: string): Promise<void> {
    const message = messageIn(line)
    if (!message) return write({ jsonrpc: '2.0', id: null, error: NO_MESSAGE } as unknown as JSONRPCMessage)
    if (isCancellation(message)) return cancel(message.params.requestId)
    if (!isJSONRPCRequest(message)) return transport.send(message).catch(() => undefined)
    const { promise: answer, resolve: answered } = Promise.withResolvers<void>()
    const ending = new AbortController()
    open.set(message.id, { answer, answered, ending, isStream: message.method === 'subscriptions/listen' })
    const onRequestStreamEnd = () => refuse(message.id, BROKEN)
    await transport
      .send(message, { requestSignal: ending.signal, onRequestStreamEnd })
      .catch((error: unknown) => refuse(message.id, refusalOf(error, url)))
  }

  /** A request that its sender has given up is not answered. */
  function cancel(id: RequestId): void {
    const { ending } = open.get(id) ?? {}
    settle(id)
    ending?.abort()
  }

  await transport.start()
  for await (const line of linesOf(input)) if (line.trim() !== '') void relay(line)
  for (const [id, { isStream }] of open) if (isStream) cancel(id)
  const late = AbortSignal.timeout(PATIENCE)
  const tooLate = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()))
  await Promise.race([Promise.all([...open.values()].map(({ answer }) => answer)), tooLate])
  await transport.close()
}

/** A request that is not answered yet. */
interface Opened {
  answer: Promise<void>
  answered: () => void
  ending: AbortController
  isStream: boolean
}

interface Refusal {
  code: number
  message: string
  data?: unknown
}

/** What JSON-RPC calls text that is no message (section 5.1), and what has no code of its own. */
const NO_MESSAGE = { code: -32_700, message: 'A line must be one message of JSON-RPC 2.0.' }
const OTHER = -32_000

const BROKEN = { code: OTHER, message: 'The connection broke before the answer had come. Send the request again.' }

function messageIn(line: string): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(JSON.parse(line))
  } catch {
    return undefined
  }
}

type Cancellation = JSONRPCMessage & { params: { requestId: RequestId } }

const isCancellation = (message: JSONRPCMessage): message is Cancellation =>
  'method' in message && message.method === 'notifications/cancelled' && message.params?.['requestId'] !== undefined

/** What the service has refused, in its own words; else what keeps it from being called. */
function refusalOf(error: unknown, url: URL): Refusal {
  if (!(error instanceof SdkHttpError))
    return { code: OTHER, message: `Nothing answers at ${url.href}. Start the service there, or name its address.` }
  const answer = messageIn(String(error.data.text).replace('"id":null', '"id":0'))
  if (answer && isJSONRPCErrorResponse(answer)) return answer.error
  const hint = error.status === 404 ? ' Switch the setting MCP of the service on.' : ''
  return { code: OTHER, message: `${url.href} answers with ${error.status}, and not as a service for agents.${hint}` }
}
