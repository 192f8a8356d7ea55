/** A message in a broker's stream. */
export interface BrokerMessage {
  text: string
  /** Identifies the content: of two messages with the same identifier that are appended within minutes, the stream keeps the first. */
  id?: string
}

/** Callbacks of a reader that follows a stream. */
export interface BrokerListener {
  /** The reader follows the stream from now on. `number` is that of the last message in the stream, 0 for none. */
  onJoined(number: number): void
  /** A message has arrived; `number` is its number in the stream. */
  onMessage(text: string, number: number): void
  /** The connection to the stream is lost, until `onJoined` is called again. */
  onLost(): void
}

/**
 * A message broker that carries the log to many processes, so that one of them reads the database for all. It keeps a stream of numbered messages. The order
 * of the log does not depend on it: messages may be lost, late, repeated or out of order.
 */
export interface Broker {
  /** Largest size of a message, in bytes. */
  readonly capacity: number
  /** Follows the stream of a log until the broker is closed, and joins it again after every loss. `log` consists of letters, digits, `-` and `_`. */
  follow(log: string, listener: BrokerListener): void
  /**
   * Appends a message if the last one in the stream has the number `after`. Resolves with the number of the new message, or with undefined when another
   * process has appended one since. Throws when the broker does not answer.
   */
  append(message: BrokerMessage, after: number): Promise<number | undefined>
  close(): Promise<void>
}
