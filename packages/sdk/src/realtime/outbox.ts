import { ConnectionError, type RosterError } from '../core/errors.ts'
import type { ClientMessage, ServerMessage } from './messages.ts'

/** Maximum number of messages sent in a second. The service closes the socket at more than 20, and some messages may arrive in a bunch. */
const RATE = 15

const SECOND = 1_000

/** A message to send, with the functions that receive its outcome. */
export interface Command {
  message: ClientMessage
  /** Missing for messages of a greeting. Each connection begins with a new greeting, so that an old one is not kept. */
  resolve?: (answer: ServerMessage) => void
  reject: (error: RosterError) => void
}

/** Type of the response to each message. The service responds in the order of the messages. */
const ANSWERS: Record<ClientMessage['type'], ServerMessage['type']> = {
  join: 'welcome',
  subscribe: 'subscribed',
  unsubscribe: 'unsubscribed',
  message: 'message',
  ping: 'pong',
}

/** Messages to send, at the rate that the service allows, and messages that were sent and have no response yet. */
export class Outbox {
  #waiting: Command[] = []
  #asked: Command[] = []
  /** Times at which the last messages were sent, at most `RATE` of them. */
  #times: number[] = []
  #write: ((text: string) => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Whether there is a connection. */
  get isOpen(): boolean {
    return this.#write !== undefined
  }

  /** Number of messages that are not yet sent. */
  get length(): number {
    return this.#waiting.length
  }

  add(command: Command): void {
    this.#waiting.push(command)
    this.#flush()
  }

  /** Starts sending over a connection. The greeting goes first. */
  open(write: (text: string) => void, greeting: readonly Command[]): void {
    this.#write = write
    this.#times = []
    this.#waiting.unshift(...greeting)
    this.#flush()
  }

  /** Resolves the oldest command without a response, if this is its response. */
  answer(answer: ServerMessage): void {
    const [next] = this.#asked
    if (next && isAnswer(answer, next.message)) this.#asked.shift()!.resolve?.(answer)
  }

  /** Rejects the oldest command without a response. Returns whether there is one. */
  refuse(error: RosterError): boolean {
    const command = this.#asked.shift()
    command?.reject(error)
    return command !== undefined
  }

  /**
   * Stops sending after a connection was lost. Channels to join and to leave, and texts that are not yet sent, wait for the next connection. Pings, and
   * texts that were sent, are rejected. A greeting is dropped.
   */
  close(): void {
    clearTimeout(this.#timer)
    this.#write = undefined
    const asked = this.#asked.splice(0)
    for (const command of [...asked, ...this.#waiting.splice(0)]) {
      const { type } = command.message
      if (!command.resolve) continue
      if (type === 'ping' || (type === 'message' && asked.includes(command)))
        command.reject(new ConnectionError(`The connection was lost before the service answered \`${type}\`.`))
      else this.#waiting.push(command)
    }
  }

  /** Rejects all waiting commands, because there will be no further connection. Returns the number of commands. */
  end(error: RosterError): number {
    const waiting = this.#waiting.splice(0)
    for (const { reject } of waiting) reject(error)
    return waiting.length
  }

  #flush(): void {
    clearTimeout(this.#timer)
    while (this.#write && this.#waiting.length > 0) {
      const delay = (this.#times.at(-RATE) ?? -SECOND) + SECOND - performance.now()
      if (delay > 0) return void (this.#timer = setTimeout(() => this.#flush(), delay))
      const command = this.#waiting.shift()!
      this.#asked.push(command)
      if (this.#times.push(performance.now()) > RATE) this.#times.shift()
      this.#write(JSON.stringify(command.message))
    }
  }
}

interface About {
  channel?: string
  text?: string
}

function isAnswer(answer: About & ServerMessage, asked: About & ClientMessage): boolean {
  return ANSWERS[asked.type] === answer.type && asked.channel === answer.channel && asked.text === answer.text
}
