import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { vi } from 'vitest'
import { firstOf, type Given } from './history.ts'
import { PATIENCE } from './patience.ts'

/** A received request. */
export interface Received {
  method: string
  /** Target of the request: path and query. */
  target: string
  headers: Record<string, string>
  body: string
}

/** Answers a request that has arrived. `nth` counts from 0. */
export type Answerer = (response: ServerResponse, nth: number, received: Received) => void

export const status =
  (code: number, headers: Record<string, string> = {}): Answerer =>
  (response) =>
    void response.writeHead(code, headers).end()

/** A webhook receiver on the loopback interface. It stores all requests, and responds with `answer`. */
export class Receiver {
  readonly received: Received[] = []
  /** Answers requests from now on. Default: 204. */
  answer: Answerer = status(204)
  readonly #server
  readonly #scheme: string

  private constructor(tls?: { key: string; cert: string }) {
    const listener = (request: IncomingMessage, response: ServerResponse) => void this.#take(request, response)
    this.#server = tls ? createTlsServer(tls, listener) : createServer(listener)
    this.#scheme = tls ? 'https' : 'http'
  }

  static async start(answer?: Answerer, tls?: { key: string; cert: string }): Promise<Receiver> {
    const receiver = new Receiver(tls)
    if (answer) receiver.answer = answer
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve))
    return receiver
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}/hook`
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The events in the received requests. */
  get events(): { event: string; id: string; cursor: string; data: { id: string } }[] {
    return this.received.map(({ body }) => JSON.parse(body))
  }

  /** The received events, each once, at its first arrival. */
  get given(): Given[] {
    return firstOf(this.events.map(({ cursor, data }) => ({ cursor, id: data.id })))
  }

  /** Waits until `count` requests have arrived. */
  async has(count: number, timeout = PATIENCE): Promise<void> {
    const check = () => {
      if (this.received.length < count) throw new Error(`${this.received.length} of ${count} requests have arrived.`)
    }
    await vi.waitFor(check, { timeout, interval: 5 })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = String(await buffer(request))
    const { method, url } = request
    const received = { method: method!, target: url!, headers: request.headers as Record<string, string>, body }
    this.answer(response, this.received.push(received) - 1, received)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
