import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { PATIENCE } from './patience.ts'
import type { Service } from './service.ts'

/** A received frame of a stream, or message of a socket. */
export type Received = Record<string, any>

/** Makes a service listen on a free port, and returns its URL. */
export async function addressOf(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Calls `look` until it returns a value, and resolves to the value. */
export function until<Found>(look: () => Found | undefined): Promise<Found> {
  return vi.waitFor(
    () => {
      const found = look()
      if (found === undefined) throw new Error('It has not come.')
      return found
    },
    { timeout: PATIENCE, interval: 10 },
  )
}

/** Calls `open`, and retries while it fails with 503. */
export async function unlessBusy<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!/\b503\b/.test(String(error))) throw error
      await wait(500)
    }
  }
}

/** A client of `/ws` that stores all received messages. */
export class Socket {
  readonly received: Received[] = []
  readonly raw: WebSocket
  /** The code and reason of the Close frame. */
  readonly closed: Promise<[code: number, reason: string]>

  private constructor(raw: WebSocket) {
    this.raw = raw
    raw.on('message', (data: Buffer) => this.#note(data.toString()))
    raw.on('error', () => {})
    this.closed = new Promise((resolve) => raw.once('close', (code, reason) => resolve([code, String(reason)])))
  }

  /** Stores a message. tRPC's answer to a PING is not JSON, and is ignored. */
  #note(text: string): void {
    if (text !== 'PONG') this.received.push(JSON.parse(text) as Received)
  }

  /** Opens a socket. Throws with the status of the response when the handshake is refused. */
  static async open(url: string, headers: Record<string, string> = {}, options: ClientOptions = {}): Promise<Socket> {
    const raw = new WebSocket(url.replace(/^http/, 'ws'), { headers, ...options })
    const socket = new Socket(raw)
    await once(raw, 'open')
    return socket
  }

  say(message: unknown): void {
    this.raw.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Waits for the first message of a type, removes it from `received`, and returns it. */
  async next(type: string): Promise<Received> {
    return until(() => {
      const index = this.received.findIndex((message) => message['type'] === type)
      return index === -1 ? undefined : this.received.splice(index, 1)[0]
    })
  }

  /** Sends a message, and waits for an answer of this type. */
  async ask(message: unknown, type: string): Promise<Received> {
    this.say(message)
    return this.next(type)
  }
}

/** Opens a socket that must be refused, and returns the status, headers and body of the refusal. */
export async function refusal(url: string, headers: Record<string, string> = {}, protocolVersion = 13) {
  const raw = new WebSocket(url.replace(/^http/, 'ws'), { headers, protocolVersion })
  raw.on('error', () => {})
  const [, response] = (await once(raw, 'unexpected-response')) as [unknown, IncomingMessage]
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(body) as Received }
}

/** One frame of an event stream. */
export interface Frame {
  id?: string
  data?: Received
  comment?: string
}

type Get = (url: string, init: RequestInit) => Promise<Response>

/** A stream of server-sent events, with its unprocessed frames. */
export class Stream {
  readonly frames: Frame[] = []
  readonly response: Response
  /** Resolves when the stream has ended; with an error when it was cut. */
  readonly ended: Promise<unknown>
  readonly #gone = new AbortController()

  private constructor(response: Response, gone: AbortController) {
    this.response = response
    this.#gone = gone
    this.ended = this.#read().catch((error: unknown) => error)
  }

  /** Opens a stream. `get` sends the request; default: `fetch`. */
  static async open(url: string, headers: Record<string, string> = {}, get: Get = fetch): Promise<Stream> {
    const gone = new AbortController()
    return new Stream(await get(url, { headers, signal: gone.signal }), gone)
  }

  /** Received events, without notifications. */
  get events(): Frame[] {
    return this.frames.filter(({ id, data }) => id !== undefined && data !== undefined)
  }

  /** Waits until `count` events have arrived. */
  received(count: number): Promise<Frame[]> {
    return until(() => (this.events.length >= count ? this.events : undefined))
  }

  close(): void {
    this.#gone.abort()
  }

  async #read(): Promise<void> {
    let text = ''
    for await (const chunk of this.response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (text + chunk).split('\n\n')
      text = parts.pop()!
      for (const part of parts) this.frames.push(frameOf(part))
    }
  }
}

function frameOf(text: string): Frame {
  const frame: Frame = {}
  for (const line of text.split('\n')) {
    if (line.startsWith('id: ')) frame.id = line.slice(4)
    else if (line.startsWith('data: ')) frame.data = JSON.parse(line.slice(6)) as Received
    else frame.comment = line
  }
  return frame
}

const unread = `select count(*)::int as count from events, event_log where seq is null or epoch || ':' || head <> $1`

/** Waits until the service has read all committed events. Later subscriptions begin after them. */
export async function settled(service: Service): Promise<void> {
  const { feed } = await service.startEventLog()
  await vi.waitFor(
    async () => {
      const [row] = await service.database.query<{ count: number }>({ text: unread }, [feed.cursor])
      if (row!.count > 0) throw new Error('The log is not read to its end.')
    },
    { timeout: PATIENCE, interval: 10 },
  )
}
