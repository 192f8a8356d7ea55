/** A message of a broker's stream. */
export interface BrokerMessage {
  text: string
  /** Names what it says: of two messages with one name that are appended within minutes the stream keeps the first. */
  id?: string
}

/** What somebody who follows a stream is told. */
export interface BrokerListener {
  /** The stream can be followed from now on. `number` is that of its last message, 0 for none. */
  onJoined(number: number): void
  /** A message, with its number in the stream. */
  onMessage(text: string, number: number): void
  /** The stream cannot be followed any more, until it is joined again. */
  onLost(): void
}

/**
 * What carries the log to processes, so that they need not read the database: a stream of messages, which the broker numbers. Nothing is asked of it
 * that the log's order depends on: messages may be lost, late, repeated and out of order.
 */
export interface Broker {
  /** Most bytes of a message. */
  readonly capacity: number
  /** Follows the stream of a log, again after every loss, until the broker is closed. `log` is made of letters, digits, `-` and `_`. */
  follow(log: string, listener: BrokerListener): void
  /**
   * Appends a message where the last one of the stream has the number `after`, and resolves with the new one's; with undefined where somebody else has
   * appended another. Throws when the broker does not answer.
   */
  append(message: BrokerMessage, after: number): Promise<number | undefined>
  close(): Promise<void>
}
