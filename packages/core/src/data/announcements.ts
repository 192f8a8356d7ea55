import { EventEmitter } from 'node:events'

/** A topic on which transactions announce messages to their process. */
export class Topic<Message = void> {
  declare readonly message: Message
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** An announcement that waits for its transaction's commit. */
export interface Announcement<Message = unknown> {
  topic: Topic<Message>
  message: Message
}

/** Tells the parts of this process what its own transactions have committed, so that they need not wait for their next poll. */
export class Announcements {
  readonly #emitter = new EventEmitter()

  tell({ topic, message }: Announcement): void {
    this.#emitter.emit(topic.name, message)
  }

  /** Calls back with every message of a topic until the returned function is called. */
  on<Message>(topic: Topic<Message>, call: (message: Message) => void): () => void {
    this.#emitter.on(topic.name, call)
    return () => void this.#emitter.off(topic.name, call)
  }
}
