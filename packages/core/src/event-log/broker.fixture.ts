import type { Broker, BrokerListener, BrokerMessage } from './broker.ts'

/** Decides what a process receives for a message: the returned messages arrive. An empty list loses the message. */
type Fate = (text: string) => readonly string[]

/** An in-memory stream, with connections of processes that tests can make fail. */
export class MemoryStream {
  readonly #messages: string[] = []
  readonly #connections = new Set<MemoryBroker>()

  /** Deletes and creates the stream again. The numbers of messages restart. */
  delete(): void {
    this.#messages.length = 0
    for (const connection of this.#connections) connection.rejoin()
  }

  get number(): number {
    return this.#messages.length
  }

  connect(capacity?: number): MemoryBroker {
    return new MemoryBroker(this, capacity)
  }

  join(connection: MemoryBroker): void {
    this.#connections.add(connection)
  }

  append({ text }: BrokerMessage, after: number): number | undefined {
    if (after !== this.number) return undefined
    const number = this.#messages.push(text)
    for (const connection of this.#connections) connection.take(text, number)
    return number
  }
}

export class MemoryBroker implements Broker {
  readonly capacity: number
  /** Messages that this connection has appended. */
  readonly appended: string[] = []
  fate: Fate = (text) => [text]
  /** Whether the connection neither sends nor receives. */
  isFrozen = false
  readonly #stream: MemoryStream
  #listener: BrokerListener | undefined

  constructor(stream: MemoryStream, capacity = 1_000_000) {
    this.#stream = stream
    this.capacity = capacity
  }

  follow(_log: string, listener: BrokerListener): void {
    this.#listener = listener
    this.#stream.join(this)
    setImmediate(() => listener.onJoined(this.#stream.number))
  }

  rejoin(): void {
    this.#listener?.onLost()
    setImmediate(() => this.#listener?.onJoined(this.#stream.number))
  }

  take(text: string, number: number): void {
    if (this.isFrozen) return
    for (const one of this.fate(text)) setImmediate(() => this.#listener?.onMessage(one, number))
  }

  async append(message: BrokerMessage, after: number): Promise<number | undefined> {
    if (this.isFrozen) throw new Error('The broker does not answer.')
    const number = this.#stream.append(message, after)
    if (number !== undefined) this.appended.push(message.text)
    return number
  }

  async close(): Promise<void> {
    this.#listener = undefined
  }
}
