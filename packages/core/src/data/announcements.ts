import { EventEmitter } from 'node:events'

/** Something that transactions announce to their process, and what they say of it. */
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

/** Tells the parts of this process what its own transactions have made durable, so that they need not wait until they look. */
export class Announcements {
  readonly #emitter = new EventEmitter()

  tell({ topic, message }: Announcement): void {
    this.#emitter.emit(topic.name, message)
  }

  /** Calls back with every announcement until the returned function is called. */
  on<Message>(topic: Topic<Message>, call: (message: Message) => void): () => void {
    this.#emitter.on(topic.name, call)
    return () => void this.#emitter.off(topic.name, call)
  }
}
