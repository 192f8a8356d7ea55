import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { OpenRequests } from './open-requests.ts'
import { BROKEN, type Refusal, refusalOf } from './service-refusal.ts'

/** Longest wait for open answers after the agent has disconnected, in milliseconds. */
const PATIENCE = 10_000

type Tell = (message: JSONRPCMessage) => void

/** The service at the other end of a bridge, over Streamable HTTP. Every request is answered: with an error when the service does not answer. */
export class BridgedService {
  readonly #url: URL
  readonly #transport: StreamableHTTPClientTransport
  readonly #open = new OpenRequests()
  readonly #tell: Tell

  constructor(url: URL, key: string, tell: Tell) {
    this.#url = url
    this.#tell = tell
    this.#transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'x-api-key': key } } })
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is no event target
    this.#transport.onmessage = (message) => this.#receive(message)
  }

  async start(): Promise<void> {
    await this.#transport.start()
  }

  /** Sends a message of the agent. Answers go to the `tell` callback. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (isCancellation(message)) this.#open.cancel(message.params.requestId)
    else if (isJSONRPCRequest(message)) await this.#ask(message)
    else await this.#transport.send(message).catch(() => undefined)
  }

  /** Cancels the streams, waits for the other answers, and closes the transport. */
  async close(): Promise<void> {
    await this.#open.finish(PATIENCE)
    await this.#transport.close()
  }

  async #ask(request: JSONRPCRequest): Promise<void> {
    const { id, method } = request
    const requestSignal = this.#open.add(id, { isStream: method === 'subscriptions/listen' })
    const onRequestStreamEnd = () => this.#refuse(id, BROKEN)
    await this.#transport
      .send(request, { requestSignal, onRequestStreamEnd })
      .catch((error: unknown) => this.#refuse(id, refusalOf(error, this.#url)))
  }

  #receive(message: JSONRPCMessage): void {
    if ('id' in message && message.id !== undefined) this.#open.settle(message.id)
    // Every later request names the negotiated revision.
    const { protocolVersion } = ('result' in message ? message.result : {}) as { protocolVersion?: string }
    if (protocolVersion !== undefined) this.#transport.setProtocolVersion(protocolVersion)
    this.#tell(message)
  }

  /** Answers a request with an error, unless the service has answered it. */
  #refuse(id: RequestId, error: Refusal): void {
    if (this.#open.settle(id)) this.#tell({ jsonrpc: '2.0', id, error })
  }
}

type Cancellation = JSONRPCMessage & { params: { requestId: RequestId } }

const isCancellation = (message: JSONRPCMessage): message is Cancellation =>
  'method' in message && message.method === 'notifications/cancelled' && message.params?.['requestId'] !== undefined
