import { ConnectionError, type RosterError } from '../core/errors.ts'
import type { ClientMessage, ServerMessage } from './messages.ts'

/** Most messages that are sent in a second: the service closes the socket at more than 20, and some may arrive in a bunch. */
const RATE = 15

const SECOND = 1_000

/** Something to say, and who is told what came of it. */
export interface Command {
  message: ClientMessage
  /** Missing in a greeting, with which the next connection begins anew, whatever becomes of it over this one. */
  resolve?: (answer: ServerMessage) => void
  reject: (error: RosterError) => void
}

/** What answers each message. The service answers in the order in which it was asked. */
const ANSWERS: Record<ClientMessage['type'], ServerMessage['type']> = {
  join: 'welcome',
  subscribe: 'subscribed',
  unsubscribe: 'unsubscribed',
  message: 'message',
  ping: 'pong',
}

/** What is to be said, at the pace that the service allows, and what was said and is not answered. */
export class Outbox {
  #waiting: Command[] = []
  #asked: Command[] = []
  /** When the last messages were sent, as many as may be sent in a second. */
  #times: number[] = []
  #write: ((text: string) => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Whether there is a connection. */
  get isOpen(): boolean {
    return this.#write !== undefined
  }

  /** How many messages have not left. */
  get length(): number {
    return this.#waiting.length
  }

  add(command: Command): void {
    this.#waiting.push(command)
    this.#flush()
  }

  /** Begins to send over a connection, a greeting first. */
  open(write: (text: string) => void, greeting: readonly Command[]): void {
    this.#write = write
    this.#times = []
    this.#waiting.unshift(...greeting)
    this.#flush()
  }

  /** Hands an answer to who is to be answered next, if it is theirs. */
  answer(answer: ServerMessage): void {
    const [next] = this.#asked
    if (next && isAnswer(answer, next.message)) this.#asked.shift()!.resolve?.(answer)
  }

  /** Hands a refusal to who is to be answered next. Returns whether there is one. */
  refuse(error: RosterError): boolean {
    const command = this.#asked.shift()
    command?.reject(error)
    return command !== undefined
  }

  /** The connection was lost. Channels to join and to leave, and messages that have not left, wait for the next one. */
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

  /** There will be no connection any more. Returns how many are told. */
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
