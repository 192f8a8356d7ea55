import type { WebSocketLike } from '../../packages/sdk/src/realtime/link.ts'
import { until } from './realtime.ts'
import type { Twin } from './twins.ts'
import { World } from './world.ts'

/** A WebSocket client that stores all received frames. */
class Client {
  readonly heard: unknown[] = []
  readonly opened: Promise<boolean>
  readonly #socket: WebSocketLike
  readonly #twin: Twin
  #awaited = 0
  #isOver = false

  constructor(socket: WebSocketLike, twin: Twin) {
    this.#socket = socket
    this.#twin = twin
    socket.addEventListener('message', ({ data }: { data: unknown }) => this.heard.push(JSON.parse(String(data))))
    socket.addEventListener('close', ({ code, reason }: { code: number; reason: string }) => {
      this.#isOver = true
      this.heard.push({ closed: code, reason })
    })
    this.opened = new Promise((resolve) => {
      socket.addEventListener('open', () => resolve(true))
      socket.addEventListener('error', () => resolve(false))
    })
  }

  /** Sends a message: text as it is, bytes as a binary frame, anything else as JSON. */
  say(message: unknown): void {
    const isRaw = typeof message === 'string' || message instanceof Uint8Array
    this.#socket.send((isRaw ? message : JSON.stringify(message)) as string)
  }

  /** Waits for `count` more frames, and returns the last frame. */
  async hear(count = 1): Promise<any> {
    this.#awaited += count
    await until(() => (this.heard.length >= this.#awaited ? true : undefined))
    return this.heard.at(-1)
  }

  /** Sends a message once all earlier events are in the log, and waits for the answer. */
  async ask(message: unknown): Promise<any> {
    await this.#twin.settle()
    this.say(message)
    return this.hear()
  }

  /** Waits until the socket is closed. */
  over(): Promise<true> {
    return until(() => (this.#isOver ? true : undefined))
  }

  close(code?: number): void {
    this.#socket.close(code)
  }
}

/** Clients that talk to a twin over WebSockets. */
export class Conversation {
  readonly world: World
  readonly clients: Client[] = []

  constructor(twin: Twin) {
    this.world = new World(twin)
  }

  get twin(): Twin {
    return this.world.twin
  }

  async open(key: string | null = this.twin.adminKey, query = '', more: Record<string, string> = {}): Promise<Client> {
    await this.twin.settle()
    const headers = { ...(key !== null && { 'x-api-key': key }), ...more }
    const client = new Client(this.twin.openSocket(query, headers), this.twin)
    this.clients.push(client)
    await client.opened
    return client
  }

  addUser(name: string) {
    return this.world.make('/v1/users', { name, email: `${name.toLowerCase()}@example.com`, role: 'viewer' })
  }

  /** Closes every socket, and returns the transcript with all received frames. */
  async end(): Promise<unknown[]> {
    for (const client of this.clients) {
      client.close(1000)
      await client.over()
      this.world.transcript.note(client.heard)
    }
    return this.world.transcript.lines
  }
}
