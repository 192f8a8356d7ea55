import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { OpenRequests } from './open-requests.ts'
import { BROKEN, type Refusal, refusalOf } from './service-refusal.ts'

/** How long answers are waited for that are due when the agent has gone, in milliseconds. */
const PATIENCE = 10_000

type Tell = (message: JSONRPCMessage) => void

/** The service at the other end of a bridge, over Streamable HTTP. Every request to it is answered, also where it does not answer itself. */
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

  /** Sends what an agent says. Answers come by themselves. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (isCancellation(message)) this.#open.cancel(message.params.requestId)
    else if (isJSONRPCRequest(message)) await this.#ask(message)
    else await this.#transport.send(message).catch(() => undefined)
  }

  /** Ends what goes on, once what was asked is answered. */
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
    // The revision that was agreed on is named by every request from then on.
    const { protocolVersion } = ('result' in message ? message.result : {}) as { protocolVersion?: string }
    if (protocolVersion !== undefined) this.#transport.setProtocolVersion(protocolVersion)
    this.#tell(message)
  }

  /** Answers a request that the service has not answered. */
  #refuse(id: RequestId, error: Refusal): void {
    if (this.#open.settle(id)) this.#tell({ jsonrpc: '2.0', id, error })
  }
}

type Cancellation = JSONRPCMessage & { params: { requestId: RequestId } }

const isCancellation = (message: JSONRPCMessage): message is Cancellation =>
  'method' in message && message.method === 'notifications/cancelled' && message.params?.['requestId'] !== undefined
